"""Players that are programs. To write your own, derive a class from `Policy`, or from `Bot` if it follows its match.

Name it `py:MODULE:CLASS` wherever a bot is named, or let it speak the bot protocol with `serve(MyBot())`.
"""

from lostcities.bots.bot import Bot, Policy

__all__ = ["Bot", "Policy", "serve"]


def serve(bot: Policy) -> None:
    """Let a bot speak the bot protocol, `lostcities.bot/1`, on stdin and stdout until it is told to quit.

    The program is then a bot for everyone who runs it: `cmd:python my_bot.py`. Its name is the bot's `name`, or that of its class.
    What the bot prints goes to stderr. What it raises ends the program, which loses the match.
    """
    from lostcities.bots.serving import serve_bot

    serve_bot(bot)
