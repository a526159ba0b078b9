import { expect, test } from 'vitest'
import { VENDOR, VENDORS } from '../core/kit/vendors/vendors.ts'
import { vendorProblems } from './check-vendors.ts'

const at = (path: string, text: string) => vendorProblems([{ path, text }])

test.each([
  ['a comparison', 'web/checkout/card/CardParts.tsx', "if (provider === 'mercadopago') show()", 'mercadopago'],
  ['a list of its own', 'core/checkout/order/api.ts', "const Entry = v.picklist(['monei', 'none'])", 'monei'],
  ['a type of its own', 'server/providers/payment/port.ts', "interface Entry { provider: 'monei' | 'none' }", 'monei'],
  ['one in a switch', 'server/care/prescription/issue.ts', "switch (by) { case 'memed': sign() }", 'memed'],
  ['another’s adapter', 'server/providers/payment/monei/monei.ts', "const PROVIDER = 'mercadopago'", 'mercadopago'],
])('refused: %s', (_, path, code, name) => expect(at(path, code).join()).toContain(`${path} names ${name}`))

test.each([
  ['the list itself', 'core/kit/vendors/vendors.ts', "export const VENDORS = { payments: ['monei'] }"],
  ['its own adapter', 'server/providers/prescription/memed.ts', "const PROVIDER = 'memed'"],
  ['its own folder', 'server/providers/payment/monei/wire.ts', "const PROVIDER = 'monei'"],
  ['a table with a line for each', 'core/kit/vendors/payment-vendors.ts', 'const NAMES = { monei: { name: `MONEI` } }'],
  ['the address of a screen', 'web/access/social/GoogleLinkScreen.tsx', "const to = pathOf('google')"],
  ['a test', 'server/checkout/order/orders.test.ts', "expect(body).toEqual({ provider: 'monei' })"],
  ['a stand-in', 'twins/monei/wire.ts', "const PROVIDER = 'monei'"],
])('fine: %s', (_, path, code) => expect(at(path, code)).toEqual([]))

test('a vendor has one name, whatever it does', () =>
  expect(Object.keys(VENDOR).toSorted()).toEqual([...new Set(Object.values(VENDORS).flat())].toSorted()))
