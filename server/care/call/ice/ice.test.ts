import { expect, test } from 'vitest'
import { iceServers, turnCredential } from './ice.ts'

test('a TURN credential equals the one that coturn computes', () =>
  expect(turnCredential('turnsecret', '1795253600:patient-1')).toBe('OTWgFOxGMcqBarC3MdYUInK0ong='))

test('a TURN credential expires two hours after it was issued', () => {
  const env = {
    TURN_SECRET: 'turnsecret',
    TURN_URLS: 'turn:turn.example.test:3478?transport=udp, turns:turn.example.test:5349',
  }
  const issuedAt = new Date((1_795_253_600 - 7_200) * 1_000)
  expect(iceServers(env, 'patient-1', issuedAt)).toEqual([
    {
      urls: ['turn:turn.example.test:3478?transport=udp', 'turns:turn.example.test:5349'],
      username: '1795253600:patient-1',
      credential: 'OTWgFOxGMcqBarC3MdYUInK0ong=',
    },
  ])
})

test.each([[{}], [{ TURN_SECRET: 'turnsecret' }], [{ TURN_URLS: 'turn:turn.example.test' }]])(
  'without a TURN service peers connect directly',
  (env) => expect(iceServers(env, 'patient-1', new Date())).toEqual([]),
)
