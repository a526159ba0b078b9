import { expect, test } from 'vitest'
import { Texts } from '../schema/text.ts'
import { createLiveContext } from './test-live.ts'

const context = createLiveContext()

const CHILLS = {
  type: 'yesNo' as const,
  key: 'chills',
  text: new Texts({ es: '¿Escalofríos?', en: 'Chills?' }),
  required: false,
}

test.each([
  [
    'neither scheduled nor on demand',
    { scheduled: false, onDemand: false },
    'onDemand must be on where “By appointment” is off: else nobody can book it',
  ],
  [
    'a day without its hours',
    { workingHours: [{ day: 'monday' as const, closed: false, startTime: '09:00', endTime: null }] },
    'workingHours[0].endTime is needed on a day that is not closed',
  ],
  [
    'a prescribing product without a question about allergies',
    { prescribes: true, symptomCollector: [CHILLS] },
    'prescribes needs two questions about allergies and two about medicines: a required choice between none-known and yes, and a required text asked after yes',
  ],
  [
    'a duplicate question',
    { symptomCollector: [CHILLS, CHILLS] },
    'symptomCollector[1].key is the key of an earlier question',
  ],
  [
    'a question that depends on a missing one',
    { symptomCollector: [{ ...CHILLS, askedWhen: { question: 'fever', answers: [true] } }] },
    'symptomCollector[0].askedWhen must name an earlier question and answers that it offers',
  ],
])("an editor's changes are validated across fields: %s [A1.3]", async (_, wrong, sentence) => {
  const live = await context.open()
  const [first, ...others] = context.bundle.products
  if (!first) throw new Error('a clinic without products')
  context.cms.serve({ ...context.bundle, products: [{ ...first, ...wrong } as typeof first, ...others] })
  expect(await live.refresh()).toBe(false)
  expect(live.status().problems).toEqual(
    ['es', 'en'].map((language) => `products/${first.slug} (${language}): ${sentence}`),
  )
})
