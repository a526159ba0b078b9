/**
 * Private keys of the Firebase and Apple simulators: public, and valid nowhere else. The simulators have the matching
 * public keys (simulators/fcm, simulators/apns).
 */
const pem = (...lines: string[]): string =>
  ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')

export const SIMULATOR_APNS_KEY = pem(
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxSWbbDtA16T3Z/OL',
  'VxxmV0xpg0AMURVIiXp6vsT8UvahRANCAATzenL4B9nQezG5+KtAkOMJZVnWhS/P',
  'QP33vPgBCqtb7QRRg8DG27H2vk3QeineSUQDuRnxFy6oq7B3HIoaitAE',
)

export const SIMULATOR_SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'cuida-simulator',
  private_key_id: 'cuida-simulator-key',
  client_email: 'push@cuida-simulator.iam.gserviceaccount.com',
  private_key: pem(
    'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCvV1S5KnfcALaV',
    'I93pHUELG9kLuO4CtHmGHSKRTxs6Vkpxb1tbY6+6gM/+615Psx0fl8mn6HVJN7U+',
    'd8hwkxypERfeZhrhQ3ld9NEVs7rkj/6BEbg/e3IiSGFU8VzU/I8OHm1FCCIFCjOy',
    'QgCT6Dx3zNkuZ01IpjPo2A/xJrJJoCXB7XFbjUF7ZBhXCypmfPbzE1ts4eSjAl4Z',
    'aJrkSFkAE1MFgWsMlHaMLmYSSDdcobb1DJ+xLukbuZCIsNeruyCZgbdbBL2Eel+5',
    'HAQvRoDgst2u8mfA8RJo/7ewR0K59oxFNurA93sJqdY62NbztC0VkgLtdwf9u+pv',
    'Q/bDSt4JAgMBAAECggEAUb3kVPhr7Uf11nxkkS8eqgee/VyGtQMe3juJ6HUZC+67',
    'gLt5uxazjz5K+RwQGRa23oocLCduOiZ627bq3jRu+ZBq8LboFBkpJPijWrsxxykr',
    '7E7u9sVddYcJvRhSf0aIiHv9099RQMk7RYCIlWuAeRcqLnxhJpu4+nVzpSg1mKWF',
    'KrBGCBnSGzkLj2GeQM4L4Ezfg2rBwUq2/k7PYtqVkDQWIp32DOJjmLE8XiK2bXPb',
    'kDnkvmpNgcfXVTBs+Ydb2qpDzAZWmr6nvIH3jf9fNdLwgOmtRU3E/9LbCDDWCnfI',
    'WZ3TuG5uxPHS6T2KLoVEyBsmqznU70w7TvgEuLeeKwKBgQD0wFWsGKSovoj+13j8',
    'n4xPQVLgtuUh3XEJElJEBHPXF9Fqy1Q+V31S5r7zFDNQbEFVjqc/oAcak2n2nWGm',
    'FCl8jz7TrxycxulGcnaUP8PuooK7vr/jiOGZFjMVrzc2R5L1vWZZWehHvJGloICH',
    'Sng6FD8fNOl2X0LfM0hXniNHRwKBgQC3ZlanxKz6aV20iCDxkO0nwaHY4mtFMNch',
    'lI9uawKTdGdXfZSndQZgjoypgeqd6hgRw9wxt0PV0k6tuQU/W/MLLnHxKdrXhQ1k',
    'rWnIRHt34pQ1dm6RP59Gu/yQ89RCGFuhJLXbZlRBIKfUEqa+X1+f4/oR0sRKdYkl',
    'wJHcLhz4LwKBgHBhT/Uxa4m/0w+QyJDWgYpyqCdeU191Wk2cCAILOVVuLk4nBouJ',
    'iJXkNZFPmTA4RNeQJONmC1z8iw8dvJSRdWsoKuTv5udlvf8G18PCc6jDHdwu/dTw',
    'KQYt108BoQxfWO9VBAXK7ojh4M54IAv++a1RVppxpTEhFId/+JuilPhJAoGAT57a',
    'WBOGlWBREiNXSgiFLRFfVm1V7L/7ZdS9QE6s259Zjh4y/1BK6Hh6kMyaMtyCfpPt',
    'cJgDlzyqc7kzkgI1TdFoHi7xl0doPSEcH5m7kJyJg3xbHCvm1iqex79Tky5H+Xma',
    'ihmu0md+9Q7z3QpC1YN/+WTrWvgUBpPHvzM12HkCgYAgncnCaxm9op8bzEV3QGcy',
    '+uXvhZvYSfBt0KmK7BYH2GJ4Ai8+PUwrbKgl7HmytEeeZE/x6U2Xa3lzi4i7DLVg',
    'ZN3VHecu0wpoya4lY97GS3rnJvDNgaZSCuvYIRfectMWwa4YaPaOgdGdhI17m+bG',
    '05IgoEdYlUSyWSqbtT3qpg==',
  ),
})
