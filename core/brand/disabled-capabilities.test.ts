import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { areCapabilities, CAPABILITIES, parseCapabilities } from '../kit/capability.ts'
import { Config } from './config.ts'
import { hasCapability, removeDisabledFeatures } from './disabled-capabilities.ts'

const bundle = JSON.parse(
  readFileSync(new URL('../../content/partners/bem-leve/config.json', import.meta.url), 'utf8'),
) as object
const config = v.parse(Config, {
  ...bundle,
  holidays: [],
  socialProof: [],
  welcomePromise: null,
  partnerLogo: { url: '/logo.svg' },
})

test('a deployment with all capabilities leaves the settings unchanged', () => {
  expect(removeDisabledFeatures(config, [])).toEqual(config)
  for (const capability of CAPABILITIES) expect(hasCapability(config, capability)).toBe(true)
})

test('a deployment without capabilities offers nothing that needs them, and changes no other setting', () => {
  const { partnerConfig, ...disabledCapabilities } = removeDisabledFeatures(config, CAPABILITIES)
  for (const capability of CAPABILITIES) expect(hasCapability(disabledCapabilities, capability)).toBe(false)
  expect(disabledCapabilities).toMatchObject({
    paymentProvider: 'none',
    pixEnabled: false,
    wallets: [],
    offersSubscription: false,
    socialLoginEnabled: false,
    notificationChannels: [],
    partnerName: config.partnerName,
    currency: config.currency,
  })
  expect(partnerConfig).toEqual({
    ...config.partnerConfig,
    prescriptionProvider: 'none',
    invoicingProvider: 'none',
    invoicing: undefined,
    supportProvider: {
      ...config.partnerConfig.supportProvider,
      widget: { ...config.partnerConfig.supportProvider.widget, identified: false },
    },
  })
})

test('known capability names are parsed, and unknown ones are refused', () => {
  expect([...parseCapabilities(' mail,push ')]).toEqual(['mail', 'push'])
  expect([...parseCapabilities('')]).toEqual([])
  for (const good of ['', 'mail', 'mail, payments']) expect(areCapabilities(good)).toBe(true)
  for (const bad of ['smtp', 'mail;push', 'none']) expect(areCapabilities(bad)).toBe(false)
})
