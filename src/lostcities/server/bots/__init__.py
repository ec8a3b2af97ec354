"""Bots at the tables: the pool of processes that think for them, what runs in one, hints, and the understudy."""
