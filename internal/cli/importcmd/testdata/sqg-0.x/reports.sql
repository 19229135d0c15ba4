-- QUERY devices
SELECT device, count(*) AS n FROM reading GROUP BY device;
