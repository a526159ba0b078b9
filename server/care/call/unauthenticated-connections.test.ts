import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'

/** Opens a socket where there is room; false when it is refused. */
function createGate(most = 10, mostOfSource = 4) {
  const unauthenticated = createUnauthenticatedConnections(most, mostOfSource)
  const closedNames: string[] = []
  const inside = new Map<string, ReturnType<typeof unauthenticated.enter>>()
  return {
    closedNames,
    inside,
    come(name: string, source = name): boolean {
      if (!unauthenticated.makeRoom(source)) return false
      inside.set(
        name,
        unauthenticated.enter(source, () => {
          closedNames.push(name)
          inside.delete(name)
        }),
      )
      return true
    },
  }
}

test('an address at its limit loses its own oldest socket, and no other address does', () => {
  const { come, closedNames } = createGate()
  come('ana')
  for (let at = 0; at < 6; at++) expect(come(`bad ${at}`, 'bad')).toBe(true)
  expect(closedNames).toEqual(['bad 0', 'bad 1'])
})

test('at the total limit the address with the most sockets loses one', () => {
  const { come, closedNames } = createGate()
  for (const source of ['a', 'b', 'c']) for (let at = 0; at < 3; at++) come(`${source}${at}`, source)
  come('b3', 'b')
  expect(come('ana')).toBe(true)
  expect(closedNames).toEqual(['b0'])
})

test('a socket whose ticket is being checked is not evicted; when all are being checked, the next is refused', () => {
  const { come, closedNames, inside } = createGate()
  for (let at = 0; at < 4; at++) come(`n${at}`, 'nat')
  for (const pendingSocket of inside.values()) pendingSocket.startCheck()
  expect(come('n4', 'nat')).toBe(false)
  inside.get('n2')?.rejectTicket()
  expect(come('n4', 'nat')).toBe(true)
  expect(closedNames).toEqual(['n2'])
  inside.get('n1')?.remove()
  expect(come('n5', 'nat')).toBe(true)
  expect(closedNames).toEqual(['n2'])
})

test('the number of waiting sockets stays bounded, and the newest is always accepted', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 200 }), (sources) => {
      const { come, inside } = createGate()
      sources.forEach((source, at) => {
        expect(come(`${at}`, `${source}`)).toBe(true)
        expect(inside.has(`${at}`)).toBe(true)
        expect(inside.size).toBeLessThanOrEqual(10)
      })
    }),
  ))
