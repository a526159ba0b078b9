import { createCart } from '@cuida/core/booking/cart/api.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { isDatabaseDown } from './db.ts'

const context = await createTestContext()
await context.owner.unsafe(`
  create table trouble (code text);
  grant all on trouble to public;
  create function make_trouble() returns trigger language plpgsql as $$ begin
    if exists (select from trouble) then
      raise exception 'no space left on device' using errcode = (select code from trouble);
    end if;
    return new;
  end $$;
  create trigger make_trouble before insert on cart for each row execute function make_trouble()`)

const newCart = async () => {
  const product = await productFor(context, 'scheduled')
  return context.sendCall(createCart, {
    productId: product.id,
    symptoms: validAnswers(product),
    summary: 'A cough since Monday.',
  })
}

test.each([
  ['the disk is full', '53100'],
  ['the memory is exhausted', '53200'],
  ['the database accepts no more connections', '53300'],
  ['the disk is broken', '58030'],
  ['the database is read-only', '25006'],
  ['an administrator ends the session', '57P01'],
  ['the database shuts down immediately', '57P02'],
  ['the database starts', '57P03'],
  ['the connection is lost', '08006'],
])('while %s, a write gets Retry-After, and afterwards writes work again', async (_, code) => {
  await context.db`insert into trouble values (${code})`
  const { status, body, headers } = await newCart()
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  await context.db`delete from trouble`
  expect((await newCart()).status).toBeLessThan(300)
})

test('an error in a statement is no database outage', () => {
  for (const code of ['23505', '22P02', '42P01', '40001', '', 'ENOENT']) expect(isDatabaseDown({ code })).toBe(false)
})

test('arrays are read as they were stored', async () => {
  const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'))
  const lists = fc.record({
    texts: fc.array(fc.option(fc.oneof(text, fc.constantFrom('NULL', '', '{}', '"', '\\', 'a,b', ' ')))),
    numbers: fc.array(fc.option(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }))),
    ids: fc.array(fc.uuid()),
  })
  await fc.assert(
    fc.asyncProperty(lists, async (input) => {
      const [row] = await context.db`
        select ${input.texts}::text[] as texts, ${input.numbers}::int[] as numbers, ${input.ids}::uuid[] as ids`
      expect(row).toEqual(input)
    }),
    { numRuns: 60 },
  )
})
