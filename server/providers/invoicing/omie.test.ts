import { credentials } from '@cuida/simulators/credentials.ts'
import { invoicingContract } from './contract.ts'
import { omieInvoicing } from './omie.ts'

const { appKey, appSecret } = credentials.omie

invoicingContract({
  provider: 'omie',
  adapter: (simulators, changes) =>
    omieInvoicing({
      baseUrl: `${simulators.url}/simulators/omie`,
      appKey,
      appSecret,
      service: 4_401,
      category: '1.01.02',
      account: 7_701,
      ...changes,
    }),
  minutePasses: (simulators) => fetch(`${simulators.url}/simulators/omie/asked`, { method: 'DELETE' }),
  paths: { client: '/geral/clientes', service: '/servicos/os/', bill: '/servicos/osp/' },
})
