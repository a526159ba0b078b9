import { type SpawnOptions, spawn } from 'node:child_process'
import { isAbsolute, join, relative } from 'node:path'
import { Problem } from './preflight.mjs'

/** The root folder of the checkout. */
export const ROOT = join(import.meta.dirname, '..')

export interface RunResult {
  code: number
  output: string
}

/** Runs a program to its end and returns its output; never throws for its exit code. */
export function run(
  command: string,
  args: string[],
  options: SpawnOptions & { live?: boolean } = {},
): Promise<RunResult> {
  const { live, env = process.env, ...rest } = options
  const plain = live ? env : { ...env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: plain, ...rest })
  let output = ''
  for (const [stream, terminal] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream?.on('data', (text) => {
      output += text
      if (live) terminal.write(text)
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 130, output }))
  })
}

/** Runs a TypeScript or JavaScript program on the current Node. Throws `sentence` when it fails. */
export async function runNode(args: string[], sentence: string, options: SpawnOptions = {}): Promise<string> {
  const { code, output } = await run(process.execPath, args, options)
  if (code === 0) return output.trim()
  const command = ['node', ...args.map((arg) => (isAbsolute(arg) ? relative(ROOT, arg) : arg))].join(' ')
  throw new Problem(`${sentence}\n${lastLines(withoutStack(output))}\n("${command}" ended with code ${code}.)`)
}

export const lastLines = (text: string, count = 15): string => text.trim().split('\n').slice(-count).join('\n')

const withoutStack = (text: string): string => text.replace(/^\s+at .*\n?/gm, '')

/** Runs an entry program: a `Problem` is printed as its sentence with exit code 1. */
export async function main(program: () => Promise<unknown>): Promise<void> {
  try {
    await program()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}
