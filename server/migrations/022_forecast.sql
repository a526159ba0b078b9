-- Minutes from a moment until now, with their fractions; negative of a moment to come. For forecasts of the queue.
create function minutes_since(moment timestamptz) returns double precision language sql volatile
  return extract(epoch from clock_timestamp() - moment)::double precision / 60;
