-- What people keep with their profile: fleets of their own, line-ups. Only they read it.
CREATE TABLE kept(
    person TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(person, key));
