"""Write every lesson into a folder, for the page: `python -m lostcities.lessons web/lessons`."""

import json
import sys
from pathlib import Path

from lostcities.lessons import LESSONS
from lostcities.lessons.tree import lesson_data

for name, lesson in LESSONS.items():
    Path(sys.argv[1], f"{name}.json").write_text(json.dumps(lesson_data(lesson), separators=(",", ":")) + "\n", "utf-8")
