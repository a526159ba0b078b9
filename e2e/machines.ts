import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../tools/run.ts'

/** A bare Debian, made once for each machine that runs these journeys. */
const DEBIAN = '/var/cache/cuida/debian-bookworm'
const NETWORK = '10.77.0'
/** Where browsers of the journey are. */
export const HOME = `${NETWORK}.1`

/** Whether this machine may make network namespaces and Debian roots. */
export const canMakeMachines =
  process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap') && existsSync('/usr/sbin/ip')

/**
 * A machine of its own: a bare Debian root, a process tree and a network address. It has no systemd: `systemctl` is a
 * stand-in below that starts what the unit file says, as its user, with the file system read-only.
 */
export interface Machine {
  address: string
  /** Its file system, as seen from here. */
  root: string
  /** Runs a script in it; throws with its output when it fails. */
  sh(script: string, env?: Record<string, string>): Promise<string>
  /** Nothing reaches it, and it reaches nobody. */
  cutOff(): void
  /** Ends everything on it at once, as a power failure does. */
  kill(): void
}

export interface Machines {
  add(name: string, host: number): Promise<Machine>
  close(): Promise<void>
}

export async function createMachines(): Promise<Machines> {
  await ensureDebian()
  const folder = mkdtempSync(join(tmpdir(), 'machines-'))
  const bridge = `cuida${process.pid % 10_000}`
  must('ip', ['link', 'add', bridge, 'type', 'bridge'])
  must('ip', ['address', 'add', `${HOME}/24`, 'dev', bridge])
  must('ip', ['link', 'set', bridge, 'up'])
  const closers: (() => void)[] = []
  return {
    async add(name, host) {
      const { machine, remove } = await makeMachine(folder, bridge, name, `${NETWORK}.${host}`)
      closers.unshift(remove)
      return machine
    },
    async close() {
      for (const close of closers) close()
      spawnSync('ip', ['link', 'delete', bridge])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ensureDebian(): Promise<void> {
  if (existsSync(join(DEBIAN, 'etc', 'os-release'))) return
  mkdirSync('/var/cache/cuida', { recursive: true })
  rmSync(`${DEBIAN}.new`, { recursive: true, force: true })
  const { code, output } = await run('debootstrap', ['--variant=minbase', 'bookworm', `${DEBIAN}.new`])
  if (code !== 0) throw new Error(`debootstrap failed:\n${output}`)
  must('mv', [`${DEBIAN}.new`, DEBIAN])
}

async function makeMachine(folder: string, bridge: string, name: string, address: string) {
  const space = `${bridge}-${name}`
  const link = `v${name.slice(0, 6)}${process.pid % 10_000}`
  const [root, changes, work] = ['root', 'changes', 'work'].map((part) => join(folder, name, part)) as [
    string,
    string,
    string,
  ]
  for (const path of [root, changes, work]) mkdirSync(path, { recursive: true })
  must('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${DEBIAN},upperdir=${changes},workdir=${work}`, root])
  must('ip', ['netns', 'add', space])
  must('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space])
  must('ip', ['link', 'set', link, 'master', bridge, 'up'])
  must('ip', ['-n', space, 'link', 'set', 'lo', 'up'])
  must('ip', ['-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0'])
  must('ip', ['-n', space, 'link', 'set', 'eth0', 'up'])
  prepare(root)
  const first = spawn(
    'ip',
    ['netns', 'exec', space, ...'unshare --mount --pid --fork --kill-child'.split(' '), 'chroot', root, '/sbin/first'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((resolve) => first.stdout?.once('data', resolve))
  // The machine's process 1, by its number here.
  const inside = childOf(first.pid)
  const enter = ['--target', String(inside), '--pid', '--mount', '--net', '--root', '--wdns=/']
  const inHere = async (command: string, args: string[]) => {
    const { code, output } = await run(command, args, { cwd: '/' })
    if (code !== 0) throw new Error(`on ${name}:\n${output}`)
    return output
  }
  const assignments = (env: Record<string, string>) => Object.entries(env).map(([key, value]) => `${key}=${value}`)
  const shell = (script: string, env: Record<string, string>) => [
    ...['/usr/bin/env', '-i', PATH, 'HOME=/root', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'],
    ...assignments(env),
    ...['/bin/bash', '-euo', 'pipefail', '-c', script],
  ]
  const machine: Machine = {
    address,
    root,
    async sh(script, env = {}) {
      // Packages come from outside, which the machine's own network does not reach.
      const packages = script.split('\n').filter((line) => line.startsWith('apt-get '))
      if (packages.length > 0) await inHere('chroot', [root, ...shell(packages.join('\n'), env)])
      const rest = script.split('\n').filter((line) => !line.startsWith('apt-get '))
      return inHere('nsenter', [...enter, '--', ...shell(rest.join('\n'), env)])
    },
    cutOff: () => must('ip', ['link', 'set', link, 'down']),
    kill: () => void spawnSync('kill', ['-9', String(inside)]),
  }
  const remove = () => {
    machine.kill()
    first.kill('SIGKILL')
    spawnSync('ip', ['netns', 'delete', space])
    spawnSync('umount', ['--lazy', root])
  }
  return { machine, remove }
}

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

function prepare(root: string): void {
  // As this machine reaches Debian's packages.
  for (const name of ['resolv.conf', 'apt'])
    must('cp', ['--recursive', '--dereference', join('/etc', name), join(root, 'etc')])
  const file = (path: string, text: string) => writeFileSync(join(root, path), text, { mode: 0o755 })
  // Packages must not start their services: without systemd they would try, outside of the machine's own network.
  file('usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n')
  file('sbin/first', FIRST)
  file('usr/local/bin/systemctl', SYSTEMCTL)
  file('usr/local/bin/run-unit', RUN_UNIT)
  mkdirSync(join(root, 'run/units'), { recursive: true })
}

const FIRST = `#!/bin/bash
mount -t proc proc /proc
mount -t tmpfs tmpfs /dev/shm 2> /dev/null || { mkdir -p /dev/shm && mount -t tmpfs tmpfs /dev/shm; }
echo ready
while :; do sleep 1; done
`

/** `systemctl` for start, stop, restart and enable --now. */
const SYSTEMCTL = `#!/bin/bash
set -eu
action=$1; shift
[ "\${1:-}" != --now ] || shift
for unit in "$@"; do
  case $action in
    daemon-reload) ;;
    reload-or-restart) [ ! -e "/run/units/$unit.pid" ] || { nginx -s reload; exit 0; }; action=start ;;
  esac
  case $action in
    stop | restart) touch "/run/units/$unit.stop"; pid=$(cat "/run/units/$unit.pid" 2> /dev/null) && { kill "$pid"; tail --pid="$pid" -f /dev/null; } 2> /dev/null || true ;;
  esac
  case $action in
    start | restart | enable) rm -f "/run/units/$unit.stop"; setsid /usr/local/bin/run-unit "$unit" < /dev/null > "/var/log/unit-$unit.log" 2>&1 & ;;
  esac
  # Until it is ready, as Type=notify is.
  case $unit in postgresql) [ "$action" = stop ] || until su postgres -c 'psql -c "select 1"' > /dev/null 2>&1; do sleep 0.2; done ;; esac
done
`

/** Runs what the unit file says; restarts it as \`Restart=always\` does. */
const RUN_UNIT = `#!/bin/bash
unit=$1
instance=\${unit#*@}
again() {
  while :; do
    "$@" & echo $! > "/run/units/$unit.pid"; wait $!
    [ ! -e "/run/units/$unit.stop" ] || exit 0
    sleep 2
  done
}
case $unit in
  postgresql)
    version=$(ls /etc/postgresql)
    again su postgres -c "exec /usr/lib/postgresql/$version/bin/postgres -D /var/lib/postgresql/$version/main -c config_file=/etc/postgresql/$version/main/postgresql.conf" ;;
  nginx) again nginx -g 'daemon off;' ;;
  coturn) again setpriv --reuid=turnserver --regid=turnserver --clear-groups turnserver -c /etc/turnserver.conf --pidfile=/dev/null --log-file=stdout ;;
esac
file=/etc/systemd/system/\${unit%@*}@.service
[ -e "$file" ] || file=/etc/systemd/system/$unit.service
value() { sed --quiet "s/^$1=//p" "$file" | sed "s/%i/$instance/g"; }
user=$(value User)
set -a
while read -r line; do [ -z "$line" ] || eval "\${line%%=*}='\${line#*=}'"; done <<< "$(value Environment)"
set +a
# As ProtectSystem=strict: everything but the program's own folder is read-only.
state=var/lib/$(value StateDirectory)
read_only=/run/roots/$unit
mkdir -p "$read_only"
mount --bind / "$read_only"
mount -o remount,bind,ro "$read_only"
mount -t proc proc "$read_only/proc"
mount -t tmpfs tmpfs "$read_only/tmp"
mount --bind "/$state" "$read_only/$state"
again chroot "$read_only" setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all $(value ExecStart)
`

/** The first child of a process, waited for. */
function childOf(pid: number | undefined): number {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(list.trim().split(' ')[0])
}

function must(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
