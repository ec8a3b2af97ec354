"""Figures for hosts: counters and times for Prometheus, at /metrics. They contain no names, addresses or tables."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
COUNTS = (1, 2, 5, 10, 20, 50, 100, 500)
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

EVENTS = Counter("lostcities_events", "Events stored.", ["what"], registry=REGISTRY)
REFUSALS = Counter("lostcities_refusals", "Requests refused.", ["code"], registry=REGISTRY)
REQUESTS = Histogram("lostcities_request_seconds", "HTTP requests.", ["route", "status"], buckets=QUICK, registry=REGISTRY)
SOCKETS = Gauge("lostcities_sockets", "Open sockets.", registry=REGISTRY)
LIVE_TABLES = Gauge("lostcities_live_tables", "Tables in memory.", registry=REGISTRY)
COMMIT_SECONDS = Histogram("lostcities_commit_seconds", "Transactions.", buckets=QUICK, registry=REGISTRY)
COMMIT_ENTRIES = Histogram("lostcities_commit_entries", "Changes in a transaction.", buckets=COUNTS, registry=REGISTRY)
WRITES_FAILED = Counter("lostcities_writes_failed", "Writes that the database failed to store.", registry=REGISTRY)
THINKING_SECONDS = Histogram("lostcities_thinking_seconds", "Decisions of bots, waiting included.", registry=REGISTRY)
THINKING_QUEUE = Gauge("lostcities_thinking_queue", "Decisions of bots that wait for a process.", registry=REGISTRY)
WORKERS_LOST = Counter("lostcities_workers_lost", "Processes of bots that died, were silent, or could not be started.", registry=REGISTRY)
WORKERS_RESTING = Gauge("lostcities_workers_resting", "Processes of bots that failed and could not be replaced yet.", registry=REGISTRY)
NODES = Gauge("lostcities_nodes", "Nodes on this database, this one included.", registry=REGISTRY)
LEASES = Gauge("lostcities_leases", "Tables whose duties this node does.", registry=REGISTRY)
LEASES_ADOPTED = Counter("lostcities_leases_adopted", "Tables taken over from nodes that died.", registry=REGISTRY)
LEASES_LOST = Counter("lostcities_leases_lost", "Tables that another node has taken over from this one.", registry=REGISTRY)
CONFLICTS = Counter("lostcities_conflicts", "Changes that another node was faster to make; they are checked again.", registry=REGISTRY)
CAUGHT_UP = Counter("lostcities_caught_up_events", "Events of other nodes that were read.", registry=REGISTRY)
THINKING_RETURNED = Counter("lostcities_thinking_returned", "Requests given to other machines that were answered here.", registry=REGISTRY)
REMOTE_PROCESSES = Gauge("lostcities_remote_processes", "Processes of bots on all workers that take from Redis.", registry=REGISTRY)
REMOTE_QUEUE = Gauge("lostcities_remote_queue", "Requests in Redis, waiting or being answered.", ["rank"], registry=REGISTRY)
REMOTE_CLAIMED = Gauge("lostcities_remote_claimed", "Requests in Redis that were claimed from workers that died.", registry=REGISTRY)
REDIS_WORKING = Gauge("lostcities_redis_working", "1 while Redis works; 0 while it does not, or if there is none.", registry=REGISTRY)
LATENESS = Histogram("lostcities_timer_lateness_seconds", "How late timers of the event loop were.", buckets=QUICK, registry=REGISTRY)


def page() -> bytes:
    """Return all figures in Prometheus's text format."""
    return generate_latest(REGISTRY)
