import { expect, test } from 'vitest'
import { arrowProblems } from './check-arrows.ts'

const planted = (path: string, to: string, kind = 'import { x } from') =>
  arrowProblems([{ path, text: `${kind} '${to}'\n` }])

test.each([
  ['a rule that reaches for the server', 'core/booking/slot.ts', '@cuida/server/kit/db/db.ts'],
  ['a rule that reaches for a library', 'core/booking/slot.ts', 'zod'],
  ['a rule that reaches for the clock of Node', 'core/booking/slot.ts', 'node:timers'],
  ['a screen that reaches for the server', 'web/care/CancelScreen.tsx', '../../server/care/store.ts'],
  ['a screen of the desk that reaches for the patient app', 'desk/care/QueueScreen.tsx', '@cuida/web/kit/format.ts'],
  ['the server that reaches for a component', 'server/care/routes.ts', '@cuida/ui/Button.tsx'],
  ['a stand-in that knows an area', 'twins/monei/payments.ts', '@cuida/core/checkout/order/order.ts'],
  ['the design system that knows an area', 'ui/Button.tsx', '@cuida/core/consultation/status/status.ts'],
  ['the kit that knows an area', 'server/kit/http/serve.ts', '../../care/store.ts'],
  ['the kit that knows an area of the core', 'server/kit/http/serve.ts', '@cuida/core/consultation/status/status.ts'],
  ["an app's kit that knows an area of the app", 'web/kit/content/boot.ts', '../../brand/partner.tsx'],
  ['an adapter that knows an area', 'server/providers/payments/monei.ts', '../../checkout/store.ts'],
  ['an early area that knows a later one', 'web/booking/CartScreen.tsx', '../checkout/PayScreen.tsx'],
  ['a handler that makes its own adapter', 'server/checkout/jobs.ts', '../providers/payments/monei.ts'],
  ['a handler that mounts content', 'server/catalogue/routes.ts', '@cuida/content/plugin.ts'],
  ['a program that leans on the tests', 'server/care/routes.ts', '../kit/test-world.ts'],
])('finds %s', (_, path, to) => {
  expect(planted(path, to)).toHaveLength(1)
  expect(planted(path, to)[0]).toContain(`${path} imports ${to}: `)
})

test.each([
  ['a rule that uses an earlier area', 'core/checkout/discount.ts', '../booking/cart.ts'],
  ['a screen that uses its area of the core', 'web/booking/CartScreen.tsx', '@cuida/core/booking/cart/api.ts'],
  ['a screen that uses a component', 'web/booking/CartScreen.tsx', '@cuida/ui/Button.tsx'],
  ['a handler that uses a port', 'server/checkout/jobs.ts', '../providers/payments/port.ts'],
  ['the one place that makes adapters', 'server/services.ts', './providers/index.ts'],
  ['the one place that mounts content', 'server/services.ts', '@cuida/content/plugin.ts'],
  ["an app's kit that sends a call of core", 'web/kit/content/boot.ts', '@cuida/core/brand/config.ts'],
  ['a rule tested with a library', 'core/booking/slot.test.ts', 'fast-check'],
  ['an adapter tested against its stand-in', 'server/providers/payments/monei.test.ts', '@cuida/twins/monei/app.ts'],
])('allows %s', (_, path, to) => expect(planted(path, to)).toEqual([]))

test.each(['import', 'export * from', 'export { x } from', 'import type { X } from', 'import {\n  a,\n  b,\n} from'])(
  'reads "%s"',
  (kind) => expect(planted('core/booking/slot.ts', '@cuida/web/app.tsx', kind)).toHaveLength(1),
)

test('reads an import at run time', () => {
  const text = `const later = await import('@cuida/web/app.tsx')\n`
  expect(arrowProblems([{ path: 'core/booking/slot.ts', text }])).toHaveLength(1)
})

test('a type of an adapter costs nothing at run time and passes', () => {
  expect(planted('server/checkout/jobs.ts', '../providers/index.ts', 'import type { Providers } from')).toEqual([])
})

test('a type of core may be named by the kit, which runs nothing of it', () => {
  expect(
    planted('server/kit/http/serve.ts', '@cuida/core/consultation/status/status.ts', 'import type { Status } from'),
  ).toEqual([])
})

test('an import in a comment is only words', () => {
  const text = `// import { x } from '@cuida/web/app.tsx'\n/* import '@cuida/web/app.tsx' */\n`
  expect(arrowProblems([{ path: 'core/booking/slot.ts', text }])).toEqual([])
})
