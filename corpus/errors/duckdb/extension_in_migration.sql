-- MIGRATE 1
INSTALL spatial;
LOAD spatial;
