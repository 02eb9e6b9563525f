"""Who plays: users and guests, their tokens, and how a request says who it is from. Stands beside the house."""
