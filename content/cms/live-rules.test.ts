import { expect, test } from 'vitest'
import { Texts } from '../schema/text.ts'
import { liveWorld } from './test-live.ts'

const world = liveWorld()

const CHILLS = {
  type: 'yesNo' as const,
  key: 'chills',
  text: new Texts({ es: '¿Escalofríos?', en: 'Chills?' }),
  required: false,
}

test.each([
  [
    'neither by appointment nor now',
    { scheduled: false, onDemand: false },
    'scheduled and onDemand must not both be false',
  ],
  [
    'a day without its hours',
    { workingHours: [{ day: 'monday' as const, closed: false, startTime: '09:00', endTime: null }] },
    'workingHours need startTime and endTime unless closed',
  ],
  [
    'a prescription without a question about allergies',
    { prescribes: true, symptomCollector: [CHILLS] },
    'symptomCollector must ask about allergies and about medicines where prescribes is true: a required radio with none-known and yes, and a required text asked after yes',
  ],
  ['a question twice', { symptomCollector: [CHILLS, CHILLS] }, 'symptomCollector must not use a key twice'],
  [
    'a question after one that nobody is asked',
    { symptomCollector: [{ ...CHILLS, askedWhen: { question: 'fever', answers: [true] } }] },
    'symptomCollector askedWhen must name an earlier question and answers that it offers',
  ],
])('what an editor puts together is looked at as a whole: %s [A1.3]', async (_, wrong, sentence) => {
  const live = await world.open()
  const [first, ...others] = world.pack.products
  if (!first) throw new Error('a clinic without products')
  world.cms.serve({ ...world.pack, products: [{ ...first, ...wrong } as typeof first, ...others] })
  expect(await live.refresh()).toBe(false)
  expect(live.standing().problems).toEqual(
    ['es', 'en'].map((language) => `products/${first.slug} (${language}): ${sentence}`),
  )
})
