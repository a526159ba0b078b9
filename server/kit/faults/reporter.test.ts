import { expect, test, vi } from 'vitest'
import type { Fault } from './fault.ts'
import { createFaults } from './reporter.ts'
import type { FaultSink } from './sink.ts'

function listening(take: FaultSink['take'] = async () => true) {
  const clock = { at: 0 }
  const taken: { fault: Fault; leftOut: number }[] = []
  const sink: FaultSink = {
    async take(fault, fingerprint, leftOut) {
      const wasTaken = await take(fault, fingerprint, leftOut)
      if (wasTaken) taken.push({ fault, leftOut })
      return wasTaken
    },
  }
  const faults = createFaults({ program: 'api', release: '1', sink, now: () => clock.at })
  return { clock, taken, faults }
}
const broken = (name: string) => Object.assign(new Error('x'), { name, stack: undefined })

test('one fault in a loop is told three times a minute, and how often it was not with the next', async () => {
  const { clock, taken, faults } = listening()
  for (let n = 0; n < 10; n += 1) faults.report(broken('TypeError'), { route: '/a' })
  await faults.settle()
  expect(taken).toHaveLength(3)
  clock.at += 60_000
  faults.report(broken('TypeError'), { route: '/a' })
  await faults.settle()
  expect(taken.reduce((sum, { leftOut }) => sum + leftOut, 0) + taken.length).toBe(11)
})

test('many different ones are told thirty a minute', async () => {
  const { taken, faults } = listening()
  for (let n = 0; n < 100; n += 1) faults.report(broken('TypeError'), { route: `/${n}` })
  await faults.settle()
  expect(taken).toHaveLength(30)
})

test('whoever reports is not kept waiting, and does not hear of a listener that fails', async () => {
  const take = vi.fn<FaultSink['take']>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(true)
  const { taken, faults } = listening(take)
  expect(faults.report(broken('TypeError'))).toBeUndefined()
  expect(take).not.toHaveBeenCalled()
  await faults.settle()
  faults.report(broken('RangeError'))
  await faults.settle()
  expect(taken).toMatchObject([{ fault: { name: 'RangeError' }, leftOut: 1 }])
})

test('an error that cannot even be read is counted and nothing else', async () => {
  const { taken, faults } = listening()
  const hostile = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('canary')
    },
  })
  expect(() => faults.report(hostile)).not.toThrow()
  faults.report(broken('RangeError'))
  await faults.settle()
  expect(taken).toMatchObject([{ leftOut: 1 }])
})

test('a program that ends waits only so long for who does not answer', async () => {
  const { faults } = listening(() => new Promise(() => {}))
  await expect(faults.lastWords(broken('TypeError'), 1)).resolves.toBeUndefined()
})

test('last words say that nobody caught it', async () => {
  const { taken, faults } = listening()
  await faults.lastWords(broken('TypeError'))
  expect(taken).toMatchObject([{ fault: { handled: false } }])
})
