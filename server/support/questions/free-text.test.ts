import { randomUUID } from 'node:crypto'
import { createCart, getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { getMedicalHistory, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { describe, expect, test } from 'vitest'
import { productFor, SUMMARY, validAnswers } from '../../booking/test-people.ts'
import { insertConsultation, insertPatient } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const product = await productFor(context, 'scheduled')
const ana = await insertPatient(context)

const allow = (characters: number) => {
  context.services.config.maximumLengthAllowed = characters
}
const over = () => insertConsultation(context, { patientId: ana.patientId, status: 'CLOSED' })
const textKey = () => product.symptomCollector.find(({ type }) => type === 'text')?.key ?? ''
const answering = (answer: string) => [
  ...validAnswers(product).filter(({ questionId }) => questionId !== textKey()),
  { questionId: textKey(), answer },
]

/** Every free text of a patient, with the field that the error names when it is too long. */
const WAYS = {
  'a comment on a consultation': [
    'comment',
    async (comment: string) => context.sendCall(rateConsultation, { id: await over(), stars: 4, comment }, ana),
  ],
  'a request about the record': [
    'text',
    (text: string) => context.sendCall(requestEdit, { id: ana.patientId, section: 'clinical', text }, ana),
  ],
  'a question to a professional': [
    'text',
    async (text: string) =>
      context.sendCall(askQuestion, { key: randomUUID(), topic: 'technical', text }, await insertPatient(context)),
  ],
  'an answer of a new cart': [
    'symptoms.0.answer',
    (answer: string) =>
      context.sendCall(createCart, { productId: product.id, symptoms: [{ questionId: textKey(), answer }] }, ana),
  ],
} as const

describe.each(Object.entries(WAYS))('%s [B3.14]', (_, [field, write]) => {
  test.each([
    [50, 'x'.repeat(50), 'x'.repeat(51)],
    [50, '👍'.repeat(50), '👍'.repeat(51)],
    [50, `  ${'x'.repeat(50)}\n`, `  ${'x'.repeat(51)}\n`],
    [50, 'é'.normalize('NFD').repeat(25), `${'é'.normalize('NFD').repeat(25)}e`],
    [3_000, 'y'.repeat(3_000), 'y'.repeat(3_001)],
    [10_000, '👍'.repeat(10_000), '👍'.repeat(10_001)],
  ])('a text of %d characters at most (case %#)', async (most, fits, long) => {
    allow(most)
    const { status, body } = await write(long)
    expect([status, body.code, body.fields, body.limits]).toEqual([
      400,
      'INVALID',
      { [field]: 'TOO_LONG' },
      { [field]: most },
    ])
    expect((await write(fits)).status).toBeLessThan(300)
  })
})

test.each([
  ['nine letters', 'x'.repeat(9)],
  ['nine emoji', '👍'.repeat(9)],
])('a question and a request of %s are too short', async (_, text) => {
  allow(50)
  for (const inputKind of ['a request about the record', 'a question to a professional'] as const) {
    const { status, body } = await WAYS[inputKind][1](text)
    expect([status, body.fields, body.limits]).toEqual([400, { text: 'TOO_SHORT' }, undefined])
  }
})

describe('an answer in a cart', () => {
  test('an answer that is too long is refused by its field, and the earlier one stays', async () => {
    allow(50)
    const change = { productId: product.id, symptoms: answering('Since Monday') }
    const { sessionKey } = (await context.sendCall(createCart, change, ana)).body
    const result = await context.sendCall(
      updateCart,
      { sessionKey, ...change, symptoms: answering('x'.repeat(51)) },
      ana,
    )
    const fieldPath = `symptoms.${change.symptoms.length - 1}.answer`
    expect([result.status, result.body.fields]).toEqual([400, { [fieldPath]: 'TOO_LONG' }])
    const answers = (await context.sendCall(getCart, { sessionKey }, ana)).body.symptoms
    expect(answers.find(({ questionId }) => questionId === textKey())?.answer).toBe('Since Monday')
  })
  test('a chosen option is not limited as text, however long its name', async () => {
    allow(50)
    const choice = [{ questionId: validAnswers(product)[0]?.questionId ?? '', answer: 'x'.repeat(51) }]
    const { status } = await context.sendCall(createCart, { productId: product.id, symptoms: choice }, ana)
    expect(status).toBe(201)
  })
})

describe('a summary has its own limit, whatever the partner allows', () => {
  const saved = (summary: string) => context.sendCall(createCart, { productId: product.id, summary }, ana)
  test.each([50, 3_000])('a partner whose limit is %d', async (most) => {
    allow(most)
    for (const fits of ['x'.repeat(1_000), '👍'.repeat(1_000), ` ${'x'.repeat(1_000)} `])
      expect((await saved(fits)).status).toBe(201)
    for (const long of ['x'.repeat(1_001), '👍'.repeat(1_001)]) {
      const { status, body } = await saved(long)
      expect([status, body.fields, body.limits]).toEqual([400, { summary: 'TOO_LONG' }, { summary: 1_000 }])
    }
  })
})

test('a text written under a higher limit is still shown whole', async () => {
  allow(3_000)
  const long = 'z'.repeat(3_000)
  const id = await over()
  await context.sendCall(rateConsultation, { id, stars: 4, comment: long }, ana)
  await context.sendCall(requestEdit, { id: ana.patientId, section: 'clinical', text: long }, ana)
  await context.sendCall(askQuestion, { key: randomUUID(), topic: 'technical', text: long }, ana)
  const change = { productId: product.id, symptoms: answering(long), summary: SUMMARY }
  const { sessionKey } = (await context.sendCall(createCart, change, ana)).body
  allow(50)
  const patient = { patientId: ana.patientId, id: ana.patientId }
  expect((await context.sendCall(getConsultation, { ...patient, id }, ana)).body.rating?.comment).toBe(long)
  const { requests } = (await context.sendCall(getMedicalHistory, patient, ana)).body
  expect(requests.map(({ text }) => text)).toContain(long)
  const { items } = (await context.sendCall(listQuestions, {}, ana)).body
  expect(items.map(({ text }) => text)).toContain(long)
  const { symptoms } = (await context.sendCall(getCart, { sessionKey }, ana)).body
  expect(symptoms.map(({ answer }) => answer)).toContain(long)
})
