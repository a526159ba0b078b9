import {
  changeTemplate,
  createTemplate,
  listTemplates,
  MAX_TEMPLATES,
  removeTemplate,
} from '@cuida/core/care/sharing/template-api.ts'
import { expect, test } from 'vitest'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, type TestClinician } from '../test-people.ts'

const context = await createTestContext()
const marta = await insertClinician(context)
const eva = await insertClinician(context)
const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })

const write = (clinician: TestClinician, title: string, isShared = false) =>
  context.sendCall(createTemplate, { title, text: `${title}: rest, water`, isShared }, { token: clinician.token })
const change = (clinician: TestClinician, id: string) =>
  context.sendCall(changeTemplate, { id, title: 'Changed', text: 'Walk' }, { token: clinician.token })
const remove = (clinician: TestClinician, id: string) =>
  context.sendCall(removeTemplate, { id }, { token: clinician.token })
const list = async (clinician: TestClinician) =>
  (await context.sendCall(listTemplates, {}, { token: clinician.token })).body.items

test('own templates are private, shared ones are everyone’s, and managers write those [B6.4]', async () => {
  const ownTemplate = await write(marta, 'cough')
  await write(marta, 'Ankle')
  const shared = await write(boss, 'A goodbye', true)
  expect((await list(marta)).map(({ title, isShared, mayChange }) => [title, isShared, mayChange])).toEqual([
    ['Ankle', false, true],
    ['cough', false, true],
    ['A goodbye', true, false],
  ])
  expect((await list(eva)).map(({ title }) => title)).toEqual(['A goodbye'])
  expect((await list(boss)).map(({ mayChange }) => mayChange)).toEqual([true])
  expect((await change(marta, ownTemplate.body.id)).status).toBe(204)
  expect((await list(marta))[1]).toMatchObject({ title: 'Changed', text: 'Walk' })
  expect((await remove(marta, ownTemplate.body.id)).status).toBe(204)
  expect((await remove(boss, shared.body.id)).status).toBe(204)
  expect((await list(marta)).map(({ title }) => title)).toEqual(['Ankle'])
})

test('a clinician who is no manager can neither share a template nor change a shared one', async () => {
  expect(statusAndCodeOf(await write(eva, 'For all', true))).toEqual([403, 'NOT_YOURS_TO_SHARE'])
  const { id } = (await write(boss, 'Shared', true)).body
  expect([await change(eva, id), await remove(eva, id)].map(statusAndCodeOf)).toEqual(
    Array(2).fill([403, 'NOT_YOURS_TO_SHARE']),
  )
  await remove(boss, id)
})

test('another person’s template is not found, not even by a manager', async () => {
  const { id } = (await write(eva, 'Mine')).body
  const answers = [await change(marta, id), await remove(marta, id), await change(boss, id), await remove(boss, id)]
  expect(answers.map(statusAndCodeOf)).toEqual(Array(4).fill([404, 'TEMPLATE_NOT_FOUND']))
})

test('the limit of fifty holds for concurrent inserts', async () => {
  const clinician = await insertClinician(context)
  await context.db`
    insert into note_template (staff_id, title, text, written_by)
    select ${clinician.staffId}, 'One of many', 'Rest', ${clinician.staffId} from generate_series(1, ${MAX_TEMPLATES - 1})`
  const answers = await Promise.all([write(clinician, 'Last'), write(clinician, 'Last')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await write(boss, 'Shared', true)).status).toBe(201)
})
