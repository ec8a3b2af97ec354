"""Clean names before others see them: no invisible characters, which could make a name look like someone else's."""

import re
import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 2
"""Accents and vowel signs per letter: more would overlap the lines above and below."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of control and direction characters, and of those without a meaning."""
SELECTORS = re.compile("[\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that are not drawn."""
BLANKS = re.compile("[\\s\u115f\u1160\u2800\u3164\uffa0]+")
"""White space, and letters and signs that draw nothing: the Hangul fillers and the empty Braille cell."""
JOINER = "\u200c"
"""Needed within Persian words; in other scripts it would allow two names that look the same."""
ARABIC = "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc"
STRAY = re.compile(f"(?<![{ARABIC}]){JOINER}|{JOINER}(?![{ARABIC}])")


def clean_name(name: str | None) -> str | None:
    """Return a name without invisible characters, at most 24 characters long; None if nothing is left.

    >>> clean_name("  Anna\\u202e \\n Lena "), clean_name("\\u3164")
    ('Anna Lena', None)
    """
    text = unicodedata.normalize("NFC", name or "")
    text = SELECTORS.sub("", "".join(char for char in text if char in f"{JOINER}\t\n" or unicodedata.category(char) not in UNSEEN))
    text = STRAY.sub("", re.sub(f"{JOINER}+", JOINER, BLANKS.sub(" ", text)))
    text = without_stacks(text.strip())[:LONGEST_NAME].strip(f" {JOINER}")
    return text if any(unicodedata.category(char)[0] in "LNPS" for char in text) else None


def without_stacks(text: str) -> str:
    """Remove marks beyond the limit on one letter, and marks without a letter."""
    kept, marks = "", MOST_MARKS
    for char in text:
        if unicodedata.category(char) not in ("Mn", "Me"):
            marks = MOST_MARKS if char == " " else 0
        elif marks < MOST_MARKS:
            marks += 1
        else:
            continue
        kept += char
    return kept
