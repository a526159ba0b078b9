import { expect, test } from 'vitest'
import { productProblems } from '../strapi/src/generated.js'
import { COMMON, LABELS } from '../strapi/src/labels.js'
import { labelOf, titleOf } from '../strapi/src/panel.js'
import { strapiSchemas } from './strapi-schemas.ts'

interface Drawn {
  attributes: Record<string, { visible?: boolean }>
}
/** The fields that an editor sees, by Strapi's name of the content type or component. */
const fieldsByUid = new Map(
  [...strapiSchemas()].flatMap(([path, drawn]): [string, string[]][] => {
    const uid = path
      .replace(/^src\/api\/(.+)\/content-types\/.*$/, 'api::$1.$1')
      .replace(/^src\/components\/cuida\/(.+)\.json$/, 'cuida.$1')
    if (uid === path) return []
    const { attributes } = drawn as Drawn
    return [[uid, Object.keys(attributes).filter((name) => attributes[name]?.visible !== false)]]
  }),
)
const labelsOf = (uid: string, fields: string[]) => fields.map((name): string[] | undefined => labelOf(uid, name))

test('every field that an editor sees has a label that begins with a capital', () => {
  for (const [uid, fields] of fieldsByUid) {
    const labels = labelsOf(uid, fields)
    expect(
      fields.filter((_, at) => !labels[at]),
      uid,
    ).toEqual([])
    for (const [label = ''] of labels.flatMap((one) => (one ? [one] : [])))
      expect(label, uid).toMatch(/^[A-Z“][^A-Z]*( .*)?$/)
  }
})

test('every label is of an existing field, and a common label is used by several types', () => {
  for (const [uid, own] of Object.entries(LABELS))
    expect(fieldsByUid.get(uid), uid).toEqual(expect.arrayContaining(Object.keys(own)))
  for (const name of Object.keys(COMMON))
    expect([...fieldsByUid.values()].filter((fields) => fields.includes(name)).length, name).toBeGreaterThan(1)
})

test.each([
  ['api::product.product', 'name'],
  ['api::policy-document.policy-document', 'title'],
  ['api::faq.faq', 'question'],
  ['api::backend-config.backend-config', 'partnerName'],
  ['api::webinar-link.webinar-link', 'webinar'],
  ['api::word.word', 'key'],
  ['cuida.question', 'text'],
  ['cuida.choice', 'label'],
  ['cuida.working-hours', 'day'],
  ['cuida.holiday', 'name'],
  ['cuida.brand', undefined],
])('an entry of %s is titled by its %s', (uid, title) => {
  expect(titleOf({ attributes: Object.fromEntries((fieldsByUid.get(uid) ?? []).map((name) => [name, {}])) })).toBe(
    title,
  )
})

const YES_NO = { type: 'yesNo', key: 'chills' }
const SLIDER = { type: 'slider', key: 'pain', min: 0, max: 3, step: 1, minLabel: 'None', maxLabel: 'Much' }
test.each([
  ['neither scheduled nor on demand', { scheduled: false, onDemand: false }, ['onDemand']],
  [
    'a day without its end',
    { workingHours: [{ day: 'monday', startTime: '09:00' }] },
    ['workingHours', '0', 'endTime'],
  ],
  [
    'a prescribing product without a question about allergies',
    { prescribes: true, symptomCollector: [YES_NO] },
    ['prescribes'],
  ],
  ['a duplicate question', { symptomCollector: [YES_NO, YES_NO] }, ['symptomCollector', '1', 'key']],
  [
    'a question that depends on a missing one',
    { symptomCollector: [{ ...YES_NO, askedWhen: { question: 'fever', answers: [true] } }] },
    ['symptomCollector', '0', 'askedWhen'],
  ],
  [
    'an emergency answer that does not exist',
    { symptomCollector: [{ ...YES_NO, urgent: { answers: ['always'] } }] },
    ['symptomCollector', '0', 'urgent'],
  ],
  ['a slider with equal ends', { symptomCollector: [{ ...SLIDER, min: 3 }] }, ['symptomCollector', '0', 'max']],
  ['a slider with step zero', { symptomCollector: [{ ...SLIDER, step: 0 }] }, ['symptomCollector', '0', 'step']],
  [
    'a slider without labels',
    { symptomCollector: [{ ...SLIDER, minLabel: null }] },
    ['symptomCollector', '0', 'minLabel'],
  ],
  [
    'a choice with one option',
    { symptomCollector: [{ type: 'radio', key: 'a', options: [{ value: 'a' }] }] },
    ['symptomCollector', '0', 'options'],
  ],
])('an editor gets an error at the field of %s [A1.3]', (_, product, path) => {
  expect(productProblems(product).map((problem: { path: string[] }) => problem.path)).toEqual([path])
})

test('a price alone and a valid product are accepted', () => {
  const hours = [
    { day: 'sunday', closed: true },
    { day: 'monday', startTime: '09:00', endTime: '17:00' },
  ]
  const questions = [
    YES_NO,
    { ...YES_NO, key: 'since', askedWhen: { question: 'chills', answers: [true] }, urgent: { answers: [true] } },
  ]
  expect(productProblems({ price: 2900 })).toEqual([])
  expect(productProblems({ symptomCollector: [SLIDER] })).toEqual([])
  expect(
    productProblems({ scheduled: true, onDemand: false, workingHours: hours, symptomCollector: questions }),
  ).toEqual([])
})

/** The attributes as the panel fills them in. */
const attributesOf = (path: string) =>
  (
    strapiSchemas().get(path) as {
      attributes: Record<string, { min?: number; required?: boolean; repeatable?: boolean }>
    }
  ).attributes

test('an optional list has no minimum length, because a panel would refuse it when empty', () => {
  expect(attributesOf('src/components/cuida/question.json').options).not.toHaveProperty('min')
  const course = attributesOf('src/api/course/content-types/course/schema.json')
  expect(course.lessons).toMatchObject({ min: 1, required: true })
})
