import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetAnswers, keepAnswers, keptAnswers } from './answers-vault.ts'
import { putDatabase } from './test-vault.ts'

afterEach(() => void vi.unstubAllGlobals())

const told = '{"summary":"Since Monday it itches"}'

describe('answers about somebody’s health', () => {
  test('are there after a reload, and cannot be read on the disk', async () => {
    const { disk, closed } = putDatabase()
    await keepAnswers(told)
    expect(await keptAnswers()).toBe(told)
    const { sealed, iv } = disk.get('answers') as { sealed: ArrayBuffer; iv: Uint8Array }
    expect(new TextDecoder().decode(sealed)).not.toContain('Monday')
    expect(iv).toHaveLength(12)
    // Each look at the disk ends: an open one would hold up a newer version of the app.
    expect(closed).toHaveBeenCalled()
  })

  test('are under a key that no script can take away, and that stays', async () => {
    const { disk } = putDatabase()
    await keepAnswers(told)
    const key = disk.get('key') as CryptoKey
    expect(key).toMatchObject({ extractable: false, algorithm: { name: 'AES-GCM', length: 256 } })
    expect(key.usages.sort()).toEqual(['decrypt', 'encrypt'])
    await keepAnswers('{"summary":"Since Sunday"}')
    expect(disk.get('key')).toBe(key)
    expect(await keptAnswers()).toBe('{"summary":"Since Sunday"}')
  })

  test('are sealed anew each time, though they are the same', async () => {
    const { disk } = putDatabase()
    const seal = async () => {
      await keepAnswers(told)
      return (disk.get('answers') as { iv: Uint8Array }).iv.join()
    }
    expect(await seal()).not.toBe(await seal())
  })

  test('are destroyed with their key', async () => {
    const { disk } = putDatabase()
    await keepAnswers(told)
    await forgetAnswers()
    expect(disk.size).toBe(0)
    expect(await keptAnswers()).toBeNull()
  })

  test.each([
    ['nothing', undefined],
    ['a text of an older version', told],
    ['half of an entry', { iv: new Uint8Array(12) }],
    ['the other half', { sealed: new ArrayBuffer(8) }],
    ['null', null],
  ])('are not there where the disk holds %s', async (_, entry) => {
    const { disk } = putDatabase()
    await keepAnswers(told)
    disk.set('answers', entry)
    expect(await keptAnswers()).toBeNull()
  })

  test('are not kept where the browser has no place, or no secrets, for them', async () => {
    await keepAnswers(told)
    expect(await keptAnswers()).toBeNull()
    await forgetAnswers()
    const { disk } = putDatabase()
    vi.stubGlobal('crypto', {})
    await keepAnswers(told)
    expect(await keptAnswers()).toBeNull()
    await forgetAnswers()
    expect(disk.size).toBe(0)
  })

  test('that could not be written are told to be missing', async () => {
    const { state } = putDatabase()
    await keepAnswers(told)
    state.isBroken = true
    await expect(keepAnswers(told)).rejects.toThrow('the disk is full')
  })
})
