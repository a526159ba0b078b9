import { credentials } from '@cuida/twins/credentials.ts'
import { expect, test } from 'vitest'
import { invoicingContract } from './contract.ts'
import { dummyInvoicing } from './dummy.ts'
import { omieInvoicing } from './omie.ts'

const { appKey, appSecret } = credentials.omie

invoicingContract({
  provider: 'omie',
  adapter: (twins, changes) =>
    omieInvoicing({
      ...{ baseUrl: `${twins.url}/twins/omie`, appKey, appSecret },
      ...{ service: 4_401, category: '1.01.02', account: 7_701, ...changes },
    }),
  minutePasses: (twins) => fetch(`${twins.url}/twins/omie/asked`, { method: 'DELETE' }),
  paths: { client: '/geral/clientes', service: '/servicos/os/', bill: '/servicos/osp/' },
})

test('a partner with a dummy is done at once, and nothing has a number', async () => {
  const service = { reference: 'r', clientRef: 'c', amount: 100, currency: 'EUR', day: '2026-11-21' } as const
  expect(await dummyInvoicing.createService(service)).toEqual({ ref: 'dummy', state: 'issued', number: undefined })
})
