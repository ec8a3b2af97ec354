// A bot in plain JavaScript for Node.js: `node examples/bots/first.js`. It speaks lostcities.bot/1 and plays all three games.
// It plays the card that fits most closely, or else makes the first move that is not a discard. Protocol: docs/bots/protocol.md.

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const number = (card) => parseInt(card.slice(1), 10) || 0;
const lays = (move) => /^[A-Z]/.test(move);

/** How far a move jumps beyond the last number of its colour; a colour not started counts as further. */
function jump(view, move) {
  const cards = view.expeditions?.[view.seat][move[0]];
  const last = cards ? number(cards.at(-1)) : view.sheets?.[view.seat].boxes[move[0]]?.at(-1);
  return last === undefined ? 4 + number(move) : Math.abs(number(move) - last);
}

function choose(view, legal) {
  const close = legal.filter((move) => lays(move) && jump(view, move) <= 6);
  close.sort((one, other) => jump(view, one) - jump(view, other));
  return close[0] ?? legal.find((move) => !lays(move) && move[0] !== "-") ?? legal.at(-1);
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", name: "first", games: ["card", "board", "roll"] });
  if (message.type === "decide") say({ type: "move", move: choose(message.view, message.legal) });
});
