import { call } from '../../kit/call.ts'
import { Profile } from './profile.ts'

export const me = call({ method: 'GET', path: '/user/me', access: 'access', reply: Profile })
