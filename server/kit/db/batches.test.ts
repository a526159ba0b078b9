import { expect, test } from 'vitest'
import { purgeAccessData } from '../../access/jobs.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { runInBatches } from './batches.ts'

const context = await createTestContext()

test('deleteAll deletes a large backlog completely, some thousands of rows at a time', async () => {
  const { db } = context
  await context.owner.unsafe(`
    create table deleted (count int);
    grant all on deleted to public;
    create function note_deleted() returns trigger language plpgsql as $$
      begin insert into deleted select count(*) from gone; return null; end $$;
    create trigger note_deleted after delete on spent_token referencing old table as gone
      for each statement execute function note_deleted();
    insert into spent_token (jti, expires_at)
      select gen_random_uuid(), now() - interval '3 days' from generate_series(1, 12000);
    insert into spent_token (jti, expires_at) values (gen_random_uuid(), now())`)
  await purgeAccessData(context.services)
  const counts = (await db<{ count: number }[]>`select count from deleted`).map(({ count }) => count)
  expect(counts).toEqual([5_000, 5_000, 2_000])
  expect(await db`select 1 from spent_token`).toHaveLength(1)
})

test('a batch with fewer rows than its limit is the last', async () => {
  const found = [5_000, 5_000, 0]
  expect(await runInBatches(async () => ({ count: found.shift() ?? Number.NaN }))).toBe(10_000)
  expect(found).toEqual([])
})
