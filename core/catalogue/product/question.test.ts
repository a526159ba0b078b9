import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { asksBeforePrescribing } from './clinical-questions.ts'
import { Question } from './question.ts'

const base = { key: 'since-when', text: 'Since when?', required: true }
const option = (value: string) => ({ value, label: value })
const options = [option('asthma'), option('none')]
const scale = { type: 'slider', ...base, min: 0, max: 10, step: 0.5, minLabel: 'none', maxLabel: 'the worst' }
const is = (question: object) => v.is(Question, question)

test.each([
  ['yes or no', { type: 'yesNo', ...base }, {}],
  ['one of several', { type: 'radio', ...base, options }, {}],
  [
    'several choices, with and without an exclusive one',
    { type: 'multipleChoice', ...base, options: [option('asthma'), { ...option('none'), exclusive: true }] },
    {
      options: [
        { ...option('asthma'), exclusive: false },
        { ...option('none'), exclusive: true },
      ],
    },
  ],
  ['free text within the partner’s limit', { type: 'text', ...base }, { placeholder: null, maxLength: null }],
  ['a number', scale, { unit: null }],
])('a question with %s is accepted', (_, question, more) =>
  expect(v.parse(Question, question)).toEqual({ ...question, help: null, ...more }),
)

test('a question may depend on another, and some answers may mean an emergency', () => {
  const question = {
    type: 'radio',
    ...base,
    options,
    help: 'Roughly.',
    askedWhen: { question: 'fever', answers: [true, 'high'] },
    urgent: { answers: ['asthma'], text: 'Call.' },
  }
  expect(v.parse(Question, question)).toEqual(question)
})

describe('refused questions', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => option(`o${at}`))
  const choice = (list: object[]) => ['radio', 'multipleChoice'].map((type) => is({ type, ...base, options: list }))
  test('an unknown type is refused', () => expect(is({ type: 'drawing', ...base })).toBe(false))
  test('a question without text is refused', () => expect(is({ type: 'yesNo', ...base, text: undefined })).toBe(false))
  test('too few or too many options are refused', () => {
    expect([1, 2, 30, 31].map((count) => choice(many(count)))).toEqual([
      ...[
        [false, false],
        [true, true],
        [true, true],
        [false, false],
      ],
    ])
    expect(choice([{ value: 'a' }, { value: 'b' }])).toEqual([false, false])
  })
  test('a text with an invalid length limit is refused', () => {
    const lengths = [19, 20, 10_000, 10_001].map((maxLength) => is({ type: 'text', ...base, maxLength }))
    expect(lengths).toEqual([false, true, true, false])
  })
  test('a scale without steps is refused', () => {
    expect([0, -1, 0.1].map((step) => is({ ...scale, step }))).toEqual([false, false, true])
    expect(is({ ...scale, max: undefined })).toBe(false)
  })
  test('a dependency without answers is refused', () => {
    const after = (askedWhen: object) => is({ type: 'yesNo', ...base, askedWhen })
    expect(after({ question: 'fever', answers: [] })).toBe(false)
    expect(after({ question: 'fever', answers: [3] })).toBe(false)
    expect(after({ answers: [true] })).toBe(false)
    expect(is({ type: 'yesNo', ...base, urgent: {} })).toBe(false)
  })
})

test('a key has lower-case letters, digits and single hyphens only', () => {
  const named = (key: string) => is({ type: 'yesNo', ...base, key })
  expect(['a', 'since-when', 'step-2-of-3', '24h', 'a'.repeat(60)].filter((key) => !named(key))).toEqual([])
  expect(['', 'Since', 'since when', '-since', 'since-', 'since--when', 'ñ', 'a'.repeat(61)].filter(named)).toEqual([])
})

const any = {
  type: 'radio',
  ...base,
  key: 'any',
  about: 'allergies',
  options: [option('none-known'), option('yes')],
} as const
const which = {
  type: 'text',
  ...base,
  key: 'which',
  about: 'allergies',
  askedWhen: { question: 'any', answers: ['yes'] },
} as const

test.each<[string, Parameters<typeof asksBeforePrescribing>[0], boolean]>([
  ['a choice and a text after yes', [any, which], true],
  ['nothing', [], false],
  ['the choice alone', [any], false],
  ['a choice that may be left out', [{ ...any, required: false }, which], false],
  [
    'a choice that only some patients see',
    [{ ...any, askedWhen: { question: 'fever', answers: [true] } }, which],
    false,
  ],
  ['other answers', [{ ...any, options: [option('no'), option('yes')] }, which], false],
  ['a yes without the text', [any, { ...which, required: false }], false],
  ['a text after another answer', [any, { ...which, askedWhen: { question: 'any', answers: ['none-known'] } }], false],
  ['medicines', [any, which].map((question) => ({ ...question, about: 'medicines' as const })), false],
])('a product asks about allergies before a prescription with %s: %o %s', (_, questions, isAsked) =>
  expect(asksBeforePrescribing(questions, 'allergies')).toBe(isAsked),
)
