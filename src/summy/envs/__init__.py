"""Research environments: every ruleset as a PettingZoo environment and as an OpenSpiel game (docs/envs.md).

`import summy.envs.pettingzoo` registers `summy/summy-v0`, `summy/amath-v0`, ...; `import summy.envs.openspiel`
registers `summy_summy`, `summy_amath`, ... Both are thin: what a side sees and may do comes from one core
(`table`, `turn`, `actions`, `observation`, `rewards`). Needs the extra `envs` of the distribution.
"""
