import { expect, test } from 'vitest'
import { importProblems } from './check-imports.ts'

const problemsOf = (path: string, to: string, kind = 'import { x } from') =>
  importProblems([{ path, text: `${kind} '${to}'\n` }])

test.each([
  ['a core rule that imports the server', 'core/booking/slot.ts', '@cuida/server/kit/db/db.ts'],
  ['a core rule that imports a library', 'core/booking/slot.ts', 'zod'],
  ['a core rule that imports a Node module', 'core/booking/slot.ts', 'node:timers'],
  ['a screen that imports the server', 'web/care/CancelScreen.tsx', '../../server/care/store.ts'],
  ['a desk screen that imports the patient app', 'desk/care/QueueScreen.tsx', '@cuida/web/kit/format.ts'],
  ['the server importing a component', 'server/care/routes.ts', '@cuida/ui/Button.tsx'],
  ['a simulator that imports an area', 'simulators/monei/payments.ts', '@cuida/core/checkout/order/order.ts'],
  ['the design system importing an area', 'ui/Button.tsx', '@cuida/core/consultation/status/status.ts'],
  ['the kit importing an area', 'server/kit/http/serve.ts', '../../care/store.ts'],
  ['the kit importing an area of core', 'server/kit/http/serve.ts', '@cuida/core/consultation/status/status.ts'],
  ["an app's kit that imports an area of the app", 'web/kit/content/initial-state.ts', '../../brand/partner.tsx'],
  ['a provider that imports an area', 'server/providers/payments/monei.ts', '../../checkout/store.ts'],
  ['an early area that imports a later one', 'web/booking/CartScreen.tsx', '../checkout/PayScreen.tsx'],
  ['a handler that creates its own provider', 'server/checkout/jobs.ts', '../providers/payments/monei.ts'],
  ['a handler that mounts the content service', 'server/catalogue/routes.ts', '@cuida/content/plugin.ts'],
  ['production code that imports a test helper', 'server/care/routes.ts', '../kit/test-world.ts'],
])('the check reports %s', (_, path, to) => {
  expect(problemsOf(path, to)).toHaveLength(1)
  expect(problemsOf(path, to)[0]).toContain(`${path} imports ${to}: `)
})

test.each([
  ['a rule that uses an earlier area', 'core/checkout/discount.ts', '../booking/cart.ts'],
  ['a screen that uses its area of the core', 'web/booking/CartScreen.tsx', '@cuida/core/booking/cart/api.ts'],
  ['a screen that uses a component', 'web/booking/CartScreen.tsx', '@cuida/ui/Button.tsx'],
  ['a handler that uses a port', 'server/checkout/jobs.ts', '../providers/payments/port.ts'],
  ['the module that creates providers', 'server/services.ts', './providers/index.ts'],
  ['the module that mounts the content service', 'server/services.ts', '@cuida/content/plugin.ts'],
  ["an app's kit that sends a call of core", 'web/kit/content/initial-state.ts', '@cuida/core/brand/config.ts'],
  ['a rule tested with a library', 'core/booking/slot.test.ts', 'fast-check'],
  [
    'a provider tested against its simulator',
    'server/providers/payments/monei.test.ts',
    '@cuida/simulators/monei/app.ts',
  ],
])('the check allows %s', (_, path, to) => expect(problemsOf(path, to)).toEqual([]))

test.each([
  ['a type of a provider', 'server/checkout/jobs.ts', '../providers/index.ts'],
  ['a type of core in the kit', 'server/kit/http/serve.ts', '@cuida/core/consultation/status/status.ts'],
])('the check allows %s, which does not exist at run time', (_, path, to) =>
  expect(problemsOf(path, to, 'import type { X } from')).toEqual([]),
)

test.each([
  ['import', 1],
  ['export * from', 1],
  ['import {\n  a,\n  b,\n} from', 1],
  ['const later = import(', 1],
  ['// import', 0],
])('the check parses "%s"', (kind, count) => {
  const text = `${kind} '@cuida/web/app.tsx'${kind.endsWith('(') ? ')' : ''}\n`
  expect(importProblems([{ path: 'core/booking/slot.ts', text }])).toHaveLength(count)
})
