"""Matches between bots: duplicate deals, intervals, ratings; on the cores of one machine, or on a Ray cluster."""
