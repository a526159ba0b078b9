import { credentials } from '@cuida/simulators/credentials.ts'
import { registryContract } from './contract.ts'
import type { RegistryEntry } from './port.ts'
import { serproRegistry } from './serpro.ts'

const { consumerKey, consumerSecret } = credentials.serpro
const regular: RegistryEntry = { kind: 'regular', dateOfBirth: undefined }
const unusable: RegistryEntry = { kind: 'unusable' }

registryContract({
  provider: 'serpro',
  adapter: (simulators, { timeoutMs, key = consumerSecret } = {}) =>
    serproRegistry({ baseUrl: `${simulators.url}/simulators/serpro`, consumerKey, consumerSecret: key, timeoutMs }),
  known: {
    '40442820135': regular,
    '58136053391': { kind: 'regular', dateOfBirth: '1980-02-15' },
    '40532176871': unusable,
    '07691852312': unusable,
    '64913872591': unusable,
    '52389071686': unusable,
    '18025346790': unusable,
    '05137518743': unusable,
    '19321675019': unusable,
    '31245867008': unusable,
    '70032468059': { kind: 'minor' },
    // An unlisted number: the simulator treats it as in good standing.
    '52998224725': regular,
  },
  silent: '98302514705',
  regular: '40442820135',
  endTokens: (simulators) => fetch(`${simulators.url}/simulators/serpro/tokens`, { method: 'DELETE' }),
})
