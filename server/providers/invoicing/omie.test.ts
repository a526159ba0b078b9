import { credentials } from '@cuida/twins/credentials.ts'
import { invoicingContract } from './contract.ts'
import { omieInvoicing } from './omie.ts'

const { appKey, appSecret } = credentials.omie

invoicingContract({
  provider: 'omie',
  adapter: (twins, changes) =>
    omieInvoicing({
      baseUrl: `${twins.url}/twins/omie`,
      appKey,
      appSecret,
      service: 4_401,
      category: '1.01.02',
      account: 7_701,
      ...changes,
    }),
  minutePasses: (twins) => fetch(`${twins.url}/twins/omie/asked`, { method: 'DELETE' }),
  paths: { client: '/geral/clientes', service: '/servicos/os/', bill: '/servicos/osp/' },
})
