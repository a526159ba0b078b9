import { createServer } from 'node:net'
import { EICAR, type RunningClamd, startClamd } from '@cuida/simulators/clamav/clamd.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { clamdScanner } from './clamd.ts'
import { scannerContract } from './contract.ts'

let clamd: RunningClamd
let small: RunningClamd
beforeAll(async () => {
  clamd = await startClamd()
  small = await startClamd({ mostBytes: 1_000 })
})
afterAll(async () => {
  await clamd.close()
  await small.close()
})
const at = (port: number, timeoutMs = 3_000) => clamdScanner({ host: '127.0.0.1', port, timeoutMs })

scannerContract('clamav', { running: () => at(clamd.port), unreachable: () => at(9), malware: EICAR })

test('a file that the daemon refuses to scan is not clean', async () => {
  await expect(at(small.port).isClean(Buffer.alloc(5_000))).rejects.toBeInstanceOf(ProviderDown)
})

test('a missing reply is not clean', async () => {
  const mute = createServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as { port: number }
  await expect(at(port, 200).isClean(Buffer.from('x'))).rejects.toBeInstanceOf(ProviderDown)
  mute.close()
})
