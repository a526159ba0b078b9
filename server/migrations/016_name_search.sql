-- Words of a name for searches: small letters without accents, ß as ss. "O'Hara" gives ohara, o and hara, so that it is found
-- with an apostrophe, without one and with a space. Used by an index: a change of it needs the index rebuilt.
create function search_words(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  plain text := regexp_replace(normalize(lower(name), nfd), '[\u0300-\u036f\u200c\u200d]', '', 'g');
begin
  plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  plain := translate(plain, 'łøđðħıŧ', 'loddhit');
  return array(
    select distinct word
    from regexp_split_to_table(regexp_replace(plain, '[''’‘ʼʻ`´]', '', 'g') || ' ' || plain, '[[:space:][:punct:]´]+') word
    where word <> '');
end $$;

-- Each word that was typed begins a word of the name. Null where no letter was typed. A function, so that the planner knows the
-- words of a query and how rare they are.
create function search_query(typed text) returns tsquery language plpgsql immutable strict parallel safe as $$
begin
  return (
    select string_agg(quote_literal(word) || ':*', ' & ')
    from unnest(search_words(regexp_replace(typed, '[''’‘ʼʻ`´]', '', 'g'))) word)::tsquery;
end $$;
