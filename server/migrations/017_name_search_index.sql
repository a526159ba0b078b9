-- outside a transaction
-- Managers find a patient by the beginnings of any words of the name, in any order.
create index concurrently patients_by_name on patient using gin (array_to_tsvector(search_words(first_name || ' ' || last_name)));
