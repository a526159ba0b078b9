import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, readRanges } from './address-range.ts'

const within = (list: string, address: string): boolean | undefined => {
  const ranges = readRanges(list)
  return ranges && isWithin(ranges, address)
}

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['10.0.0.0/8, 192.0.2.7', '10.255.255.255', true],
  ['10.0.0.0/8, 192.0.2.7', '11.0.0.0', false],
  ['10.9.8.7/8', '10.0.0.1', true],
  ['10.0.0.0/31', '10.0.0.1', true],
  ['10.0.0.0/31', '10.0.0.2', false],
  ['2001:db8::/32', '2001:DB8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:0a01:0203', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::1', '127.0.0.1', false],
])('the list "%s" contains %s: %s', (list, address, expected) => expect(within(list, address)).toBe(expected))

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0/8',
  '010.0.0.1',
  '10.0.0.1,',
  'fe80::1%eth0',
])('"%s" is refused as a list of addresses', (list) => expect(readRanges(list)).toBeUndefined())

test.each(['', 'localhost', '10.0.0.1:443', 'unix:'])('"%s" is within no range', (address) =>
  expect(within('0.0.0.0/0, ::/0', address)).toBe(false),
)

test('a range contains the addresses with its prefix, and no others', () => {
  const number = fc.nat(0xff_ff_ff_ff)
  const toDotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 32 }), (base, other, bits) => {
      const shares = base >>> (32 - bits) === other >>> (32 - bits)
      expect(within(`${toDotted(base)}/${bits}`, toDotted(other))).toBe(shares)
    }),
  )
})
