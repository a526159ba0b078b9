import { expect, test } from 'vitest'
import { databaseBefore } from '../testing/test-before.ts'

const COMPANIES = '0062_companies_at_the_desk.sql'

async function before() {
  const { db, migrate } = await databaseBefore(COMPANIES)
  const employee = async (phone: string, company: string, percentage?: number) => {
    const [account] = await db`
      insert into account (phone, country, email, locale) values (${phone}, 'ES', ${`${phone}@example.com`}, 'es') returning id`
    const [patient] = await db`
      insert into patient (account_id, first_name, last_name, date_of_birth, sex, company_name)
      values (${account?.id}, 'Ana', 'Sanz', '1990-01-01', 'Female', ${company}) returning id`
    if (percentage)
      await db`
        insert into company_discount (patient_id, product_id, percentage) values (${patient?.id}, '101', ${percentage})`
    return patient?.id as string
  }
  const company = async (slug: string, name: string, percentage: number) => {
    const [made] = await db`insert into company (slug, name) values (${slug}, ${name}) returning id`
    await db`
      insert into company_product_discount (company_id, product_id, percentage) values (${made?.id}, '101', ${percentage})`
  }
  const paidFor = async (patient: string) =>
    (await db`select name, percentage from company_discount where patient_id = ${patient}`)[0]
  return { db, migrate, employee, company, paidFor }
}

test('who belonged to a company by its name belongs to it now, and it pays what it promises', async () => {
  const { migrate, employee, company, paidFor } = await before()
  await company('acme', 'Acme', 40)
  const ana = await employee('+34600000001', 'acme', 40)
  await migrate()
  expect(await paidFor(ana)).toEqual({ name: 'Acme', percentage: 40 })
})

test('a name that no company had becomes one, which pays what was promised', async () => {
  const { migrate, employee, paidFor } = await before()
  const ana = await employee('+34600000001', 'Boticas del Sur', 25)
  await migrate()
  expect(await paidFor(ana)).toEqual({ name: 'Boticas del Sur', percentage: 25 })
})

test('two companies of one name stay two, the younger one under a name of its own', async () => {
  const { db, migrate, employee, company, paidFor } = await before()
  await company('acme', 'Acme', 40)
  await company('acme-2', 'ACME', 10)
  const ana = await employee('+34600000001', 'Acme', 40)
  await migrate()
  expect(await paidFor(ana)).toEqual({ name: 'Acme', percentage: 40 })
  expect(await db`select name from company order by created_at`).toEqual([{ name: 'Acme' }, { name: 'ACME (acme-2)' }])
})
