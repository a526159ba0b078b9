import type { LockedPackage } from './licences.ts'

/** Delivered third-party files that no lock file lists. */
const BROUGHT = `Typefaces, cut to the letters that the product writes; SIL Open Font License 1.1 (ui/tokens/*-OFL.txt)
  Atkinson Hyperlegible Next (ui/tokens/atkinson.woff2), Copyright 2020-2024 the Atkinson Hyperlegible Next Project Authors
  Fraunces (ui/tokens/fraunces.woff2), Copyright 2020 the Fraunces Project Authors
  Nunito (ui/tokens/nunito.woff2), Copyright 2014 the Nunito Project Authors
  Open Sans (ui/tokens/open-sans.woff2), Copyright 2020 the Open Sans Project Authors`

/**
 * NOTICE: the third-party run-time packages by licence. Packages that only build or test are not delivered; the
 * packages of one platform stand for the others.
 */
export function noticeText(packages: readonly LockedPackage[]): string {
  const delivered = packages.filter(({ dev, name }) => !dev && !BUILDS.test(name) && !OTHER_SYSTEM.test(name))
  const licences = [...new Set(delivered.map(({ licence }) => licence))].sort()
  const sections = licences.map((licence) => `${licence}\n${namesUnder(licence, delivered)}`)
  return `${PREFACE}\n${BROUGHT}\n\n${sections.join('\n\n')}\n`
}

/** Listed in the lock file as another package's optional peer; used only to build. */
const BUILDS = /^(?:typescript$|@typescript\/)/
/** Packages with binaries for platforms other than Linux x64. */
const OTHER_SYSTEM =
  /-(?:darwin|freebsd|openbsd|netbsd|sunos|aix|android|win32|linuxmusl|wasm32|webcontainers|openharmony|linux-(?!x64))[\w-]*$/

function namesUnder(licence: string, delivered: readonly LockedPackage[]): string {
  const names = delivered.filter((one) => one.licence === licence).map(({ name, version }) => `${name} ${version}`)
  return [...new Set(names)]
    .sort()
    .map((name) => `  ${name}`)
    .join('\n')
}

const PREFACE = `Cuida
Copyright 2026 the authors of Cuida. Licensed under the Apache License, Version 2.0 (LICENSE).

It is delivered with work of others, to browsers and on servers, which keeps its own licences. The texts of all of them are
in dist/third-party-licences.txt after \`npm run build\`. What comes under the LGPL (libvips, libheif) is loaded as files of its own,
which anybody may exchange; its sources are at the addresses that its packages name. postgres is delivered with the changes of
tools/postgres-3.4.9.patch.
`
