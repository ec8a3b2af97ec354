// Who can be met: the bots that have a character, the weakest first.

export const OPPONENTS = ['pip', 'nell', 'bruno', 'odile', 'magnus'] as const;
export type Opponent = (typeof OPPONENTS)[number];

/** The message that names a bot; bots that are no characters go by the names they have everywhere. */
export const botKey = (bot: string): string | null => (OPPONENTS.some((name) => name === bot) ? `page.bot.${bot}` : null);
