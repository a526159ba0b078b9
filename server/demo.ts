import { loadDemo } from './demo/load.ts'
import { readEnv } from './env.ts'
import { createServices } from './services.ts'

try {
  const services = await createServices(readEnv(process.env), 'worker')
  try {
    if (await loadDemo(services)) console.log(`Loaded the demo of ${services.env.PARTNER}.`)
  } finally {
    await services.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The demo could not be loaded.')
  process.exitCode = 1
}
