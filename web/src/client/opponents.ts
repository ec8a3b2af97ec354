// The bots that have a character, weakest first.

export const OPPONENTS = ['pip', 'nell', 'bruno', 'odile', 'magnus'] as const;
export type Opponent = (typeof OPPONENTS)[number];

/** Returns the message that names a bot, or null for bots without a character, which keep their technical names. */
export const botKey = (bot: string): string | null => (OPPONENTS.some((name) => name === bot) ? `page.bot.${bot}` : null);
