import { mailContract } from './contract.ts'
import { smtpMail } from './smtp.ts'

mailContract({
  provider: 'smtp',
  adapter: (url, changes = {}) => smtpMail({ url, from: 'Cuida <hello@cuida.test>', ...changes }),
  refused: 'nobody@refused.example',
})
