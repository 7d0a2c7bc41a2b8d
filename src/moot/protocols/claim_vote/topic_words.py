"""Which words tell that a question is clinical, or technical? Those of a topic alone, and those at home elsewhere too.

Names of drugs and diseases are known by how they end. The lists are plain words; what is not in them tells nothing.
"""

from __future__ import annotations

from msgspec import Struct

ALONE = 2
"""What a word weighs that belongs to one topic."""
SHARED = 1
"""What a word weighs that is at home elsewhere too."""
ENOUGH = 2
"""What has to speak for a topic."""
SHORTEST_ENDED = 7
"""Letters of a word whose ending tells anything."""


class TopicWords(Struct, frozen=True, kw_only=True):
    """What tells of a topic."""

    alone: frozenset[str]
    """Words of this topic alone."""
    shared: frozenset[str]
    """Words that are at home elsewhere too."""
    stems: tuple[str, ...]
    """How words of this topic begin."""
    endings: tuple[str, ...] = ()
    """How they end."""
    not_so: frozenset[str] = frozenset()
    """Words that begin or end so and belong elsewhere."""
    phrases: frozenset[str]
    """Two words that belong together, the second without the ending of many."""


def weight_of(word: str, words: TopicWords) -> int:
    """What a word in small letters weighs for a topic."""
    if word in words.alone:
        return ALONE
    if word in words.shared:
        return SHARED
    if word in words.not_so:
        return 0
    if len(word) > 5 and word.startswith(words.stems):
        return ALONE
    return ALONE if words.endings and len(word) >= SHORTEST_ENDED and word.endswith(words.endings) else 0


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.replace("\n", " ").split(",") if phrase.strip())


CLINICAL = TopicWords(
    alone=_set(
        """abortion acetaminophen acne acupuncture adenoma adhd allergic allergy alzheimer alzheimer's amputation
        anaemia anaesthesia anaesthetic anemia anesthesia aneurysm angina anorexia antacid antibody antigen
        antiseptic aphasia appendicitis appendix arteries artery aspergers aspirin asthma asthmatic asymptomatic
        atrial autism autistic autopsy bacteraemia bedsore benzodiazepine biomarker biopsy bipolar bmi bmi's
        botulinum bowel braces bronchial bulimia bunion caesarean callus cancer cannabinoid caries carpal cataract
        catheter cavities celiac cerebral cerebrospinal cervical chemo chickenpox chiropractor chlamydia cholera
        cirrhosis cochlear coeliac cognitive-behavioural colchicine colic colon colonoscopy colostomy coma
        comorbidity concussion congenital constipation contagious contraception contraceptive contraindication
        convalescence copd cornea coronary corticosteroid covid covid-19 cpr crohn crohn's croup crp crutches cyst
        defibrillator delirium dementia dengue dental dentist dentistry dentures dermatologist dialysis diarrhea
        diarrhoea diphtheria disinfect dizziness dna-screening dosage dose doses dosing down's dyslexia
        ear-infection earache ebola ecg eczema eeg electrolyte embolism enamel endometriosis endoscopic enema
        epidural esophageal estrogen euthanasia eyesight febrile fetal fetus feverish fibrosis flu foetal foetus
        follicular frailty gallbladder geriatric gestational glucose glue-ear gluten-free gonorrhoea gout gp gps'
        grommet gum-disease gynaecologist haemorrhage haemorrhoids halitosis haloperidol hantavirus hayfever
        heartburn hepatitis hernia herpes hip-fracture histology hiv hormone hospice hospitalisation hospitalization
        hpv hypertension hypoglycaemia hypotension hypothermia ibs ibuprofen icd icu ileus implantation incontinence
        incubator infant infarction infection infectious influenza inhaler injection insomnia insulin
        insulin-resistant intervention-group intestinal intolerance intravenous intubation ivf jaundice kidney
        kneecap labour-ward lactation lactose laxative legionella leprosy lesion leukaemia leukemia lice ligament
        lithotripsy liver lozenge lumbar lung lupus lymphoma macular malaria malnutrition mammogram mammography
        mastectomy maxillofacial mdma measles medical medication medicine melatonin meningitis meniscus menopausal
        menopause menstrual mesothelioma metformin methadone microbiome midwife migraine miscarriage mitral mmr
        morbidity morphine mortality mpox mri mrsa mumps myocardial myopia naloxone nausea necrosis neonatal
        nephrology neurological neuron neuropathy newborn nhs norovirus nosebleed nsaid nsaids obese obesity
        obstructive oesophageal oestrogen oncology opiate opioid optometrist orthodontic orthodontist orthotic
        osteoporosis ovarian overdose overweight oximetry pacemaker paediatrician painkiller palliative palsy
        pancreas pancreatic pandemic paracetamol paralysis paramedic paramedics parkinson parkinson's pathogen
        pathologist patients pcos pediatrician pelvic peptic perinatal peritoneal pertussis phlebotomy phlegm
        physician physiotherapist physiotherapy pimples pituitary placebo placenta plantar platelet pneumonia
        podiatrist polio poliomyelitis polyp postoperative postpartum posture prednisone preeclampsia pregnancy
        pregnant premature prenatal prescription preterm preterm-birth probiotic prognosis prostate prosthesis
        prosthetic psoriasis psychosis psychosomatic ptsd puberty pulmonary pulse quadriplegic quarantine rabies
        radiologist radiotherapy rct reflux rehabilitation rehydration renal respiratory resuscitate resuscitation
        retina retinal rickets rsv rubella saline salmonella schizophrenic sciatica sclerosis scoliosis scurvy
        sedative seizure self-harm semen sepsis shingles sickle-cell sinus snoring spasm sperm spinal spleen ssri
        statin stent sterilisation steroid stillbirth stool strep stroke stroke-unit subcutaneous sulfate surgeon
        surgery surgical suture symptom syndrome syphilis tachycardia tamoxifen telehealth tendon testosterone
        tetanus thalassaemia therapeutic therapies therapy thrombosis thyroid tinnitus tonsil tonsils torn-ligament
        tourniquet toxicity trachea tracheotomy transfusion transplant tremor triage troponin tuberculosis tumor
        tumour typhoid ulcer ultrasound umbilical underweight urinary urine uterus vaccinate vaccination vaccine
        vaginal vape vasectomy vegetative ventilated ventilator vertebral vertigo vitamin vitiligo warfarin wart
        wheezing whiplash whooping wound x-ray yellow-fever zika zinc"""
    ),
    shared=_set(
        """ablation ache acute addiction adolescent adult-onset ageing airway allergen ankle antiplatelet anxiety
        arthroscopic autoimmune babies baby bacteria bacterial belly birth bladder bleeding blood bone brain breast
        breastfeeding bruise burn caffeine calcium cannabis chest cholesterol chronic clamping clinic cohort cord
        cramp cure dark-skinned deficiency depression detox diet dietary disease disorder doctor dog-bite drug dying
        e-cigarette elbow elderly exercise fasting fat fatigue fatty fever fibre fluoride fracture frail gene gut
        headache heal health healthcare healthy heart hip hormonal hospital hygiene immune immunity inflammation
        inflammatory infusion inhibitor injury intake intensive isolate itching jaw keyhole knee leg lifestyle limb
        lip magnesium marathon-runner mask maternal mental mobilisation mole mouth muscle mutation neck nerve
        nicotine noise-induced nose nurse nursing nutrition omega-3 organ oxygen pain patient pelvis physio pill
        plaque poisoning pregnancies prevention preventive psychedelic rash recover recovery recurrence relapse
        relief remission restless rib ribs risk-factor salt saturated scan screen screening sedation shoulder sick
        skin sleep smear smoker smoking sodium sore spine sting stress sugar suicide sunburn sunscreen supplement
        supplementation swelling syringe teenager teeth therapist throat tired tobacco tooth toxin trauma treat
        treatment trial vein victim viral virus vomiting ward weight wheelchair wrist"""
    ),
    stems=_list(
        """antibio anticoag antidepress antihist antihypert antipsych antivir arthrit carcino cardiac cardio chemother
        cholest clinica clinici dermat diabet diagnos endocrin epidemi epilep fibrill gastro gynaeco gyneco haemat
        hemat hepat hyperten immuno inpatient laparosc lymph medicat metasta neonat neurolog neurosurg obstetr
        oncolog ophthalm orthop outpatient paediat pathog pediat pharmac pneumo prenat psychiat psychother radiolog
        radiother rheumat schizo thromb tubercul vaccin"""
    ),
    endings=_list(
        """aemia afil algia azepam azole barbital caine ciclib cillin citalopram coxib cycline dipine dronate ectomy
        emia fibrate floxacin gabalin gliflozin gliptin glutide itis lopram lukast mycin olol oma oscopy osis ostomy
        oxetine pamine parin pathy patide plasty platin plegia prazole profen ramate rrhea rrhoea rubicin sartan
        semide setron statin tamine taxel thiazide thyroxine tidine tinib toxin triptan umab xaban ximab zosin zumab"""
    ),
    not_so=_set(
        """academia antipathy apathy cholesterol-free cocaine comparison console diagnostic diagnostics diploma empathy
        examine hypnosis magazine metamorphosis neurosis nostalgia oklahoma osmosis pathology perform persone
        pharmacies pharmacy photosynthesis protocol pyramid symbiosis sympathy telepathy"""
    ),
    phrases=_phrases(
        """back pain, birth control, blood pressure, blood sugar, blood test, bone density, breast milk, chest pain,
        clinical trial, cystic fibrosis, emergency department, face mask, gut health, hay fever, hearing aid,
        hearing loss, heart attack, heart disease, heart failure, heart health, hip replacement, intensive care,
        knee replacement, long covid, lose weight, losing weight, mental health, multiple sclerosis, nursing home,
        older adult, organ donor, pain relief, peanut allergy, physical therapy, proton pump, public hospital, pump
        inhibitor, quit smoking, side effect, sleep apnea, sleep apnoea, type 1, type 2, weight loss"""
    ),
)

TECHNOLOGY = TopicWords(
    alone=_set(
        """3d-printing 4g 5g actix ai airflow algorithm android ansible ansible-playbook antivirus apache api api's apl
        arduino argocd ascii assembler astro async aurora-db autocomplete autoscaler autoscaling avro aws axum azure
        backend backpressure backups bash bazel benchmark bigquery bit-flip bitbucket blockchain bluetooth botnet
        bsd btrfs bytecode c# c++ caddy cassandra cdn cephfs chatbot chatbots chatgpt checksum chromium ci/cd cicd
        cilium cipher ciphertext clickhouse clojure cloudflare cmake cobol cockroachdb codebase codebases codec
        codegen coder compiler compilers consul-template containerd couchdb cpu crawler crdt crdts cron cryptography
        css cuda cvss cybercrime cybersecurity cypher data-center database databases databricks dataflow dataframe
        dataset ddos debugger decryption deduplication deepfake deepfakes denormalized dependabot deserialization
        devcontainer devops devs dhcp diffusion-model django dll dns docker dotnet dpdk duckdb dynamodb e2ee ebpf
        edge-computing elastic elasticsearch elixir embedding-model emulator encrypted encrypting encryption
        end-to-end-encrypted endpoints epub-reader erlang esbuild eslint etcd ethernet exascale exfiltration ext4
        fastapi federated-learning figma filesystem fine-tune fine-tuning firewall firmware flink flutter
        formal-verification fortran fpga freebsd frontend fuzzing gcc gcp gdb gdpr-tooling gguf gigabyte git github
        gitlab gitops glibc gnome godot golang gpg gpl-licensed gpt gpu gpus gradle grafana graphql grpc hackathon
        hacker hadoop haproxy hashing haskell hbase hdfs hdr helm homomorphic hotfix html http http/2 http/3 https
        huggingface hugo hyperparameter hypertext hypervisor ide idempotent inferencing influxdb initramfs inode
        intellij intranet io_uring ios iothub ip ipsec iptables ipv4 ipv6 istio jamstack javascript jenkins jira jit
        jpeg jquery json julia-language jupyter jvm jwk jwt k8s kafka kde kernel-module kernelspace keycloak
        keylogger kotlin kubectl kubernetes lambda-function lan laravel latencies latency ldap leetcode libc linter
        linters linting linux llama llamafile llm llms llvm loadbalancer localhost lockfile loki lora low-code
        low-latency lua lucene macos mainframes malware mariadb markdown-parser matlab mcp megabyte memcached
        mesh-network metaverse microchip microcontroller microkernel microkernels microservice microservices
        middleware mips mistral-7b mlops modem mongo mongodb monolithic-kernel monorepo mqtt multicore multimodal
        multithreading mutex mvc mysql namespace namespaces nanosecond nats neo4j nestjs netbook netcode netlify
        next.js nextjs nginx nix nixos no-code nocode node.js nosql npm numpy nvidia nvme oauth oauth2
        object-oriented observability ocaml ocr olap oltp onnx open-source openapi opengl openid openshift
        opensource openssl openstack opentelemetry orm ospf overclocking overfitting paas pandas parquet passkey
        passwordless patching pdf-parser perceptron perl petabyte pgp pgvector phish phishing phoenix
        photoshop-plugin php pinecone pixels plaintext playwright podman polyfill postgres postgresql
        postmortem-tooling powershell programmable programmer programming prolog prometheus protobuf pwa pypi pytest
        pytorch qemu qos quantisation quantization qubit qubits quic r2dbc rabbitmq raft rag rails ransomware
        raspberry rbac rdbms reactjs rebase recaptcha recompile redis redshift redux refactor refactoring refactors
        regex regression-test reinforcement-learning repl repo repository reproducible-builds resnet
        retrieval-augmented risc-v riscv rollup rollups rootkit rpc rsa rtos saas saas-tool sandboxed sandboxing
        sast sbom scala scalability scraper scrapers scylladb sdk sdks selenium semiconductor seo serialization
        serverless servicemesh sha-256 shader sharding shellcode sidecar siem simd smart-contract smartcard smtp
        snowflake-schema soa soc2 softwares solidity spam-filter spark-job splunk spyware sql sqlalchemy sqlite sre
        ssd ssh ssl sso stack-overflow stacktrace stateless steganography strapi subdomain subnet supabase
        supercomputer superconducting svelte svm svn symfony sysadmin syslog sysops systemd tailwind tarball tcp
        tcp/ip telemetry tensorflow terabyte terminal-emulator terraform timescaledb tls tokenisation tokenization
        tokenizer tokenomics tor tpu tpus transpiler trojan trunk-based tsdb typeface-rendering typescript
        typing-checker ubuntu udp uefi uml unicode unikernel unikernels unix unix-like unreal-engine uptime url usb
        usb-c userland utf-8 uuid vagrant valgrind varnish vercel vim virtualbox virtualization virtualized vlan
        vlans vmware vnc voip vpn vpns vscode vue vulkan vulnerabilities w3c wasm watchdog-timer webapp webassembly
        webcam webgl webgpu webhook webmail webpack webrtc webserver websocket websockets whitelist-rule wi-fi wifi
        wifi-router wireguard wordpress wsl wysiwyg x86 xcode xml xss yaml zero-day zfs zig zigbee zookeeper"""
    ),
    shared=_set(
        """access-token adapter analytics android-phone anthropic app application apps architecture array ascii-art
        attack audit-log authentication automate automation autonomous bandwidth batch binary bitcoin bot bot-net
        branch browser buffer bug byte byte-code cache camera-sensor campus-network cassette chip circuit cloud
        cluster code coding compatibility compression compute concurrency container context-window coroutine crypto
        cursor cyber dashboard data datastore debugging decentralised decentralized decode decoding decrypt deploy
        deployment deterministic developer device digital distributed dns-record download email embedded embedding
        encoder encrypt endpoint event-driven exploit failover firmware-update framework generative gigabit google
        graph hardware hash hosted hosting indexing inference install intel interface internet internet-access
        interoperability iot job kernel keyboard keyboard-layout lambda laptop latent ledger local-first log log-in
        logging machine mainframe mainnet maintainer media-server memory merge mesh metadata metric microphone
        microsoft migration mobile modem monolith monolithic multi-tenant networking neural node on-prem on-premise
        open-weight openai optimizer outage overclock packet parallel parser parser-generator partition password
        patch payload peer-to-peer pipeline pixel pixel-art plugin plugin-system podcast-app polling printer
        privacy-preserving probe processor product-analytics profiler programmable prompt prompting propagation
        protocol prototype provisioning proxy pub/sub publish-subscribe python quantum query queue ram real-time
        relational renderer rendering replica replication resolver rest rest-endpoint retry robot robotics rollback
        rollout router runtime runtime-error sandbox scalable scaling scheduler schema scraping screen-reader
        screenshot script scrum search-engine security self-hosted semantic sensor server servers serverside setup
        shard sharding shop-system simulation simulator smart smartphone snapshot snippet spam specification
        speculative spreadsheet sprint sql-like stack staging startup state-machine superconducting switch
        sync-engine syntax synthetic tablet-computer tech technical telecom template tenant terminal test-suite
        thin-client thread throughput timeout tracing transformer tvs two-factor ui upgrade upload uptime
        url-shortener usability user-interface utf ux validator versioning video-codec virtual voice-assistant
        volume-mount vulnerability wallet wearable web web3 website widget wire-format wireless workflow workload
        zip"""
    ),
    stems=_list(
        """authenticat autoscal backend bitcoin chatbot compiler computer computing containeris containeriz cryptograph
        cyber cyberattack cybersec dataset debugg decrypt deduplic encrypt hypervis javascript kubern machine-learn
        microk microserv multicor multithread nanos observab parallelis paralleliz programmabl programmer refactor
        semiconduc serialis serializ smartphon software tokenis tokeniz videogam virtualis virtualiz"""
    ),
    phrases=_phrases(
        """access token, artificial intelligence, batch job, build system, cloud provider, cloud service, cloud
        storage, code generation, code review, coding assistant, cold start, command line, computer science,
        computer vision, context window, continuous delivery, continuous deployment, continuous integration, core
        system, cross-platform app, cyber attack, data center, data centre, data lake, data pipeline, data science,
        data structure, data warehouse, deep learning, dependency attack, dependency injection, design system,
        differential privacy, diffusion model, distributed database, distributed system, dynamic typing, edge
        computing, embedded system, end-to-end testing, error correction, event sourcing, event store, face
        recognition, feature branch, feature flag, file format, file system, foundation model, functional
        programming, game engine, game studio, garbage collection, garbage collector, generated code, graph neural,
        graphics card, image recognition, incident response, integration test, language model, large model, load
        balancer, load balancing, log aggregation, log4j vulnerability, logical replication, machine learning,
        memory leak, memory safety, merge request, message broker, message queue, mobile app, native app, network
        partition, neural net, neural network, on-call rotation, open source, operating system, pair programming,
        password manager, private cloud, private key, public cloud, public key, pull request, quantum computer, rate
        limiting, real database, recommender system, release pipeline, release train, rest api, search engine,
        search index, self-driving car, session data, signed commit, single sign-on, smart contract, smart home,
        smart phone, source code, speech recognition, static analysis, static site, static typing, supply-chain
        attack, system design, tech debt, tech stack, technical debt, training data, training run, type checking,
        unit test, user interface, vector database, version control, video codec, virtual machine, web app, web
        application, web browser, web component, web framework, web server, zero trust"""
    ),
)

CAPITALISED = _set(
    """Python Go Rust Swift Ruby React Java Node Unity Unreal Oracle Angular Flutter Spark Airflow Kotlin Dart Julia
    Scala Zig Elm Chrome Firefox Windows Bazel Gradle Maven Rails Spring Svelte Remix Electron Tauri Puppet Chef
    Vault Consul Nomad Istio Envoy Celery Flask Express Deno Bun Vite Slurm Ray Lustre Ceph Copilot Cursor REST SOAP
    LAMP"""
)
"""Names of languages and programs that are words too: a capital in the middle of a sentence tells which is meant."""

BRANDS = _set(
    """YouTube PayPal LinkedIn TikTok WhatsApp McDonald McDonalds McDonald's iPhone iPad MacBook eBay FedEx AirBnB
    DeLorean McKinsey MasterCard BioNTech AstraZeneca GlaxoSmithKline ExxonMobil JPMorgan LeBron PhD MSc BSc"""
)
"""Names with a capital inside that tell of nothing technical."""

ACRONYMS = _set(
    """AD AM BA BBC BC CEO CFO CNN COO DIY EFTA EU FIFA GDP GM GMO HR IMF IOC IQ IRA LGBT MA MBA MP NASA NATO NBA NFL
    NGO OECD OK OPEC PE PM POW PR RV SUV TED TV TVs UAE UEFA UFO UK UN UNESCO US USA USSR VAT VIP WTO WWI WWII ZIP"""
)
"""Names in capitals that tell of nothing technical."""
