import { postalCodesContract } from './contract.ts'
import { viaCep } from './viacep.ts'

postalCodesContract({
  provider: 'viacep',
  adapter: (simulators, changes = {}) => viaCep({ baseUrl: `${simulators.url}/simulators/viacep`, ...changes }),
  street: ['01001000', { state: 'SP', city: 'São Paulo', district: 'Sé', street: 'Praça da Sé' }],
  town: ['35400000', { state: 'MG', city: 'Ouro Preto', district: undefined, street: undefined }],
  unknown: '99999999',
})
