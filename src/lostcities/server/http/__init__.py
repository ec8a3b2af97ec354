"""Requests and answers: routes, what they take and give, who may ask and how much, and the page itself."""
